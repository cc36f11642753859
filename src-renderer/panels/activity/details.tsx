import { CircleCheck, CircleDashed, CircleX, Copy, Info, LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EngineEvent } from '../../../src-preload/contract';
import { bridge } from '../../state/bridge';
import { useEditors } from '../../state/editor-store';
import { durationOf, entitiesOf, outcomeOf, type FeedRow } from '../../state/feed';
import { arrayOf, numberOf, objectOf, stringOf } from '../../state/read-json';
import { logsOf, stackOf } from '../../state/run-facts';
import { useScene } from '../../state/scene-store';
import { useSelection } from '../../state/selection-store';
import { showToast } from '../../state/toasts';
import { useTools } from '../../state/tools-store';
import { Actor } from '../../ui/actor';
import { Badge, type Tone } from '../../ui/badge';
import { Button, IconButton, LinkButton } from '../../ui/button';
import { JsonTree } from '../../ui/json-tree';
import { Menu } from '../../ui/menu';
import { PlainText } from '../../ui/plain-text';
import { duration, exactTime } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import { CallStack } from '../run/call-stack';
import { RunLog } from '../run/run-log';
import styles from './details.module.css';
import { DetailsActions } from './details-actions';
import { ResultPictures } from './result-pictures';
import { AuditLines, mayBeAudited } from './audit-lines';
import { isCutShort, skywalkerCall } from './skywalker-call';

const OUTCOMES: Readonly<
  Record<ReturnType<typeof outcomeOf>, { label: string; tone: Tone; icon: typeof Info }>
> = {
  ok: { label: 'Succeeded', tone: 'success', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX },
  running: { label: 'Running', tone: 'info', icon: LoaderCircle },
  waiting: { label: 'Waits for your answer', tone: 'warning', icon: CircleDashed },
  note: { label: 'Event', tone: 'neutral', icon: Info },
};

export interface DetailsProps {
  readonly row: FeedRow;
  readonly onClose: () => void;
}

/** All that is known of one row of the feed. */
export function Details({ row, onClose }: DetailsProps): ReactNode {
  const { event } = row;
  const outcome = OUTCOMES[outcomeOf(row)];
  return (
    <section
      className={styles.details}
      aria-label="Details"
      onKeyDown={(event) => {
        // One step back; what floats above closes by itself first.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>
          <PlainText text={event?.summary ?? 'This call has not reported yet'} lines="many" />
        </h2>
        {event !== undefined && <CopyMenu event={event} />}
        <IconButton label="Close Details" icon={X} size="small" onClick={onClose} />
      </div>
      <DetailsActions row={row} />
      <div className={styles.body}>
        <dl className={styles.facts}>
          <dt>Outcome</dt>
          <dd>
            <Badge tone={outcome.tone} icon={outcome.icon}>
              {outcome.label}
            </Badge>
            {durationOf(row) !== undefined && (
              <span className={styles.note}>in {duration(durationOf(row) ?? 0)}</span>
            )}
          </dd>
          {event !== undefined && <EventFacts event={event} />}
          {row.callsBelow > 0 && (
            <>
              <dt>Nested</dt>
              <dd>
                {row.callsBelow} {row.callsBelow === 1 ? 'call' : 'calls'}
                <Omitted event={event} />
              </dd>
            </>
          )}
        </dl>
        {event !== undefined && <EventSections key={event.seq} event={event} />}
      </div>
    </section>
  );
}

function Omitted({ event }: { readonly event: EngineEvent | undefined }): ReactNode {
  const omitted = numberOf(event?.data['nested_omitted']);
  return omitted === undefined ? null : (
    <span className={styles.note}>{omitted} more are only in the audit log</span>
  );
}

function EventFacts({ event }: { readonly event: EngineEvent }): ReactNode {
  const custom = useTools((state) => state.tools.some((tool) => tool.name === event.tool));
  const at = event.time * 1000;
  return (
    <>
      <dt>Who</dt>
      <dd>
        <Actor actor={event.actor} />
      </dd>
      <dt>When</dt>
      <dd>
        <time dateTime={new Date(at).toISOString()}>{exactTime(at)}</time>
      </dd>
      {stringOf(event.data['allowed_by']) !== undefined && (
        <>
          <dt>Allowed by</dt>
          <dd>
            <Actor actor={stringOf(event.data['allowed_by']) ?? ''} />
            <span className={styles.note}>after {duration(numberOf(event.data['waited_ms']) ?? 0)}</span>
          </dd>
        </>
      )}
      {event.tool !== undefined && (
        <>
          <dt>Tool</dt>
          <dd className={styles.code}>
            {custom ? (
              <LinkButton onClick={() => useEditors.getState().openPair(event.tool ?? '')}>
                {visibleText(event.tool)}
              </LinkButton>
            ) : (
              visibleText(event.tool)
            )}
          </dd>
        </>
      )}
      <dt>Event</dt>
      <dd className={styles.code}>
        {event.seq} {event.type}
        {event.kind === undefined ? '' : `.${event.kind}`}
        {event.call === undefined ? '' : ` ${event.call}`}
        {event.parent === undefined ? '' : ` in ${event.parent}`}
      </dd>
    </>
  );
}

function EventSections({ event }: { readonly event: EngineEvent }): ReactNode {
  const { data } = event;
  const entities = entitiesOf(event);
  const error = objectOf(data['error']);
  const message = stringOf(error['message']);
  const warnings = arrayOf(data['warnings']).map(String);
  const isCall = event.type === 'tool';
  const custom = useTools((state) => state.tools.some((tool) => tool.name === event.tool));
  const pictures = numberOf(data['pictures']) ?? 0;
  const logs = message === undefined ? logsOf(data['result']) : logsOf(error);
  return (
    <>
      {message !== undefined && (
        <Section title="Error">
          <div className={styles.problem}>
            <PlainText text={message} lines="many" />
            {stringOf(error['hint']) !== undefined && (
              <p className={styles.hint}>
                <PlainText text={stringOf(error['hint']) ?? ''} lines="many" />
              </p>
            )}
            <p className={styles.code}>{stringOf(error['code'])}</p>
            <CallStack stack={stackOf(error)} />
          </div>
        </Section>
      )}
      {logs.length > 0 && (
        <Section title="Log">
          <RunLog lines={logs} />
        </Section>
      )}
      {entities.length > 0 && (
        <Section title={`Entities (${entities.length})`}>
          <Entities ids={entities} />
        </Section>
      )}
      {warnings.length > 0 && (
        <Section title="Warnings">
          {warnings.map((warning, index) => (
            <p key={index}>
              <PlainText text={warning} lines="many" />
            </p>
          ))}
        </Section>
      )}
      {isCall ? (
        <>
          <Value title="Arguments" value={data['args'] ?? {}} />
          {data['result'] !== undefined && <Value title="Result" value={data['result']} />}
          {pictures > 0 && (
            <Section title={pictures === 1 ? 'Picture' : `Pictures (${pictures})`}>
              <ResultPictures event={event} count={pictures} />
            </Section>
          )}
        </>
      ) : (
        Object.keys(data).length > 0 && <Value title="Data" value={data} />
      )}
      {event.call !== undefined && mayBeAudited(event, custom) && <AuditLines call={event.call} />}
    </>
  );
}

function Section({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: unknown }): ReactNode {
  const cut = isCutShort(value);
  return (
    <Section
      title={
        <>
          {title}
          {cut && <Badge title="The log keeps the beginning of long values">shortened</Badge>}
        </>
      }
    >
      <div className={styles.well}>
        {typeof value === 'string' ? (
          <div className={styles.text}>
            <PlainText text={value} lines="many" />
          </div>
        ) : (
          <JsonTree label={title} value={value} />
        )}
      </div>
    </Section>
  );
}

const MOST_CHIPS = 40;

function Entities({ ids }: { readonly ids: readonly number[] }): ReactNode {
  const entities = useScene((state) => state.entities);
  useScene((state) => state.version);
  const selected = useSelection((state) => state.ids);
  const select = useSelection((state) => state.select);
  return (
    <div className={styles.chips}>
      {ids.slice(0, MOST_CHIPS).map((id) => {
        const entity = entities.get(id);
        return (
          <button
            key={id}
            type="button"
            className={styles.chip}
            aria-pressed={selected.includes(id)}
            disabled={entity === undefined}
            title={entity === undefined ? 'No longer in the scene' : 'Select'}
            onClick={() => select([id])}
          >
            <span>#{id}</span> {entity === undefined ? 'gone' : visibleText(entity.name)}
          </button>
        );
      })}
      {ids.length > MOST_CHIPS && <span className={styles.note}>and {ids.length - MOST_CHIPS} more</span>}
      {ids.length > 1 && (
        <Button size="small" variant="ghost" onClick={() => select(ids.filter((id) => entities.has(id)))}>
          Select All
        </Button>
      )}
    </div>
  );
}

function CopyMenu({ event }: { readonly event: EngineEvent }): ReactNode {
  const copy = (text: string, what: string, shortened: boolean): void => {
    void bridge()
      .copyText(text)
      .then(() =>
        showToast(
          shortened
            ? {
                tone: 'warning',
                title: `${what} copied, shortened`,
                detail: 'The log keeps only the beginning of long values.',
              }
            : { tone: 'success', title: `${what} copied` },
        ),
      );
  };
  const args = objectOf(event.data['args']);
  return (
    <Menu
      align="end"
      entries={[
        ...(event.type === 'tool' && event.tool !== undefined
          ? [
              {
                label: 'Copy as skywalker Call',
                run: () => copy(skywalkerCall(event.tool ?? '', args), 'Call', isCutShort(args)),
              },
              {
                label: 'Copy as Composite Step',
                run: () =>
                  copy(JSON.stringify({ tool: event.tool, args }, null, 2), 'Step', isCutShort(args)),
              },
              {
                label: 'Copy Arguments',
                run: () => copy(JSON.stringify(args, null, 2), 'Arguments', isCutShort(args)),
              },
            ]
          : []),
        {
          label: 'Copy as JSON',
          run: () => copy(JSON.stringify(event, null, 2), 'Event', isCutShort(event.data)),
        },
      ]}
    >
      <Button size="small" variant="ghost" icon={Copy}>
        Copy
      </Button>
    </Menu>
  );
}
