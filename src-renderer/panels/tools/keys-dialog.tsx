import { Copy, KeyRound, Lock, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { ToolError } from '../../../src-preload/contract';
import { bridge } from '../../state/bridge';
import { showError, showToast } from '../../state/toasts';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { PlainText } from '../../ui/plain-text';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { TimeText } from '../../ui/time-text';
import { distrustKey, listKeys, sealKey, type KeyList, type OtherKey } from './keys';
import styles from './keys.module.css';
import { Fingerprint, Signed, TrustDialog, type TrustDialogProps } from './trust-dialog';

type State =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ToolError }
  | { readonly state: 'ready'; readonly keys: KeyList };

/** Whose approvals count: the own key, teammates' keys that are trusted, and those that signed here and are not. */
export function KeysDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const [wanted, setWanted] = useState<TrustDialogProps['wanted']>(null);
  const [state, setState] = useState<State>({ state: 'loading' });
  const load = useCallback(
    () =>
      listKeys().then((listed) =>
        setState(
          listed.ok ? { state: 'ready', keys: listed.keys } : { state: 'failed', error: listed.error },
        ),
      ),
    [],
  );
  useEffect(() => {
    if (open) void load();
  }, [open, load]);
  return (
    <>
      <Dialog
        open={open && wanted === null}
        onClose={onClose}
        width="40rem"
        title="Keys"
        text="Approvals of tools are signed. One counts for you when it is signed with your key, or with a teammate's key that you trust."
        actions={<Button onClick={onClose}>Close</Button>}
      >
        {state.state === 'loading' && <SkeletonRows rows={4} label="Loading keys" />}
        {state.state === 'failed' && (
          <ErrorState error={state.error} title="The keys could not be read" onRetry={() => void load()} />
        )}
        {state.state === 'ready' && <Lists keys={state.keys} onChanged={load} onTrust={setWanted} />}
      </Dialog>
      <TrustDialog
        wanted={open ? wanted : null}
        onClose={() => {
          setWanted(null);
          void load();
        }}
      />
    </>
  );
}

interface ListsProps {
  readonly keys: KeyList;
  readonly onChanged: () => Promise<void>;
  readonly onTrust: (wanted: TrustDialogProps['wanted']) => void;
}

function Lists({ keys, onChanged, onTrust }: ListsProps): ReactNode {
  const stop = async (each: OtherKey, label: string | undefined): Promise<void> => {
    const result = await distrustKey(each.key);
    if (result.ok)
      showToast({
        tone: 'info',
        title: `${label ?? 'The key'} is no longer trusted`,
        detail: 'What it approved waits for you again.',
      });
    else showError(result.error, 'The key is trusted still');
    await onChanged();
  };
  return (
    <>
      <Own keys={keys} onChanged={onChanged} />
      {keys.untrusted.length > 0 && (
        <section aria-label="Keys that are not trusted" className={styles.section}>
          <h3 className={styles.heading}>Signed in this project, not trusted</h3>
          <ul className={styles.list}>
            {keys.untrusted.map((each) => (
              <li key={each.key} className={styles.row}>
                <div className={styles.about}>
                  <Fingerprint value={each.fingerprint} />
                  <Signed decisions={each.decisions} />
                </div>
                <Button size="small" onClick={() => onTrust(each)}>
                  Trust…
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Trusted keys" className={styles.section}>
        <h3 className={styles.heading}>Trusted</h3>
        {keys.trusted.length === 0 ? (
          <p className={styles.words}>
            Nobody yet. A teammate’s key appears here once an approval of theirs has come with the project.
          </p>
        ) : (
          <ul className={styles.list}>
            {keys.trusted.map((each) => (
              <li key={each.key} className={styles.row}>
                <div className={styles.about}>
                  <span className={styles.label}>
                    <PlainText text={each.label ?? 'No name given'} />
                  </span>
                  <Fingerprint value={each.fingerprint} />
                  <span className={styles.words}>
                    Since <TimeText at={each.since} />
                  </span>
                </div>
                <Button size="small" variant="ghost" onClick={() => void stop(each, each.label)}>
                  Stop Trusting
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Own({ keys, onChanged }: Pick<ListsProps, 'keys' | 'onChanged'>): ReactNode {
  const { own, problem, note } = keys;
  const seal = async (): Promise<void> => {
    const result = await sealKey();
    if (!result.ok) showError(result.error, 'The key stays in its file');
    await onChanged();
  };
  const canSeal = keys.kept === 'file' && keys.storeProblem === undefined && problem === undefined;
  return (
    <section aria-label="Your key" className={styles.section}>
      <h3 className={styles.heading}>Yours</h3>
      {own !== undefined && (
        <div className={styles.row}>
          <div className={styles.about}>
            <Fingerprint value={own.fingerprint} />
            <span className={styles.words}>{placeWords(keys)}</span>
          </div>
          {canSeal && (
            <Button size="small" icon={Lock} onClick={() => void seal()}>
              Move to the Key Store
            </Button>
          )}
          <IconButton
            label="Copy your public key"
            icon={Copy}
            size="small"
            onClick={() => void copy(own.key)}
          />
        </div>
      )}
      {own === undefined && problem === undefined && (
        <p className={styles.words}>
          <KeyRound size={14} aria-hidden /> Made with your first decision. {placeOfNew(keys)}
        </p>
      )}
      {[problem, note].map(
        (text) =>
          text !== undefined && (
            <p key={text} className={styles.problem}>
              <TriangleAlert size={14} aria-hidden /> <PlainText text={text} lines="many" />
            </p>
          ),
      )}
    </section>
  );
}

function placeWords(keys: KeyList): string {
  if (keys.kept === 'key_store') return `The private part is sealed in ${keys.store ?? 'the key store'}.`;
  const why =
    keys.storeProblem === undefined ? '' : ` No key store can take it, because ${keys.storeProblem}.`;
  return `The private part is in a file that only you may read.${why}`;
}

function placeOfNew(keys: KeyList): string {
  return keys.storeProblem === undefined
    ? 'The operating system’s key store will seal it.'
    : `It will be in a file that only you may read, because ${keys.storeProblem}.`;
}

async function copy(key: string): Promise<void> {
  await bridge().copyText(key);
  showToast({ tone: 'info', title: 'Public key copied', detail: 'Whoever trusts it takes your approvals.' });
}
