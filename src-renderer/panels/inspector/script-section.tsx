import { CircleAlert, FileCode, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Entity, JsonObject } from '../../../src-preload/contract';
import { readAttached, useBehaviors, type Attached, type BehaviorFile } from '../../state/behaviors-store';
import { callTool } from '../../state/bridge';
import { useEditors } from '../../state/editor-store';
import { showError } from '../../state/toasts';
import { Button, IconButton } from '../../ui/button';
import { Switch } from '../../ui/field';
import { Menu, type MenuEntry } from '../../ui/menu';
import { Select } from '../../ui/select';
import { visibleText } from '../../ui/visible-text';
import { Fold } from './component-section';
import { editEntity } from './edit';
import styles from './inspector.module.css';
import { ParamRow } from './param-row';
import { Edits, Values } from './read-only';
import { writeScript } from './write-script';

/** The behaviours on an entity: which code each runs, its params, and what is wrong with it. */
export function ScriptSection({ entity }: { readonly entity: Entity }): ReactNode {
  const revision = useBehaviors((state) => state.revision);
  const files = useBehaviors((state) => state.files);
  const [attached, setAttached] = useState<readonly Attached[]>([]);
  const { id } = entity;
  const { script } = entity.components;
  useEffect(() => {
    let stale = false;
    void readAttached(id).then((read) => {
      if (!stale && 'attached' in read) setAttached(read.attached);
    });
    return () => {
      stale = true;
    };
  }, [id, script, revision]);
  return (
    <Fold
      mixed
      title="Script"
      description="Behaviours in Wander that run while the scene is played, in this order."
      end={
        <IconButton
          label="Remove Script"
          icon={Trash2}
          size="small"
          onClick={() => void editEntity(id, { components: { script: null } })}
        />
      }
    >
      {attached.map((one) => (
        <AttachedCard key={one.name} entity={id} attached={one} files={files} />
      ))}
      <Edits>
        <div>
          <Menu entries={addEntries(entity, attached, files)}>
            <Button icon={Plus} size="small">
              Add Behaviour
            </Button>
          </Menu>
        </div>
      </Edits>
    </Fold>
  );
}

interface CardProps {
  readonly entity: number;
  readonly attached: Attached;
  readonly files: readonly BehaviorFile[];
}

function AttachedCard({ entity, attached, files }: CardProps): ReactNode {
  const { name, file, inline, behavior, enabled, params, behaviors, problems } = attached;
  const shown = visibleText(name);
  const change = (args: JsonObject): void => void setBehavior(entity, name, args);
  const [first] = behaviors;
  return (
    <section className={styles.behavior} aria-label={`Behaviour ${shown}`} data-off={!enabled}>
      <div className={styles.behaviorHead}>
        <Values>
          <Switch
            bare
            label={`${shown} enabled`}
            checked={enabled}
            onChange={(next) => change({ enabled: next })}
          />
        </Values>
        <h3 className={styles.behaviorName} title={shown}>
          {shown}
        </h3>
        <IconButton
          label="Open in Editor"
          icon={FileCode}
          size="small"
          disabled={file === undefined || inline}
          tip={inline ? 'Its code stands in the scene' : undefined}
          onClick={() => {
            if (file !== undefined)
              useEditors.getState().open(file, first === undefined ? undefined : { line: first.line });
          }}
        />
        <Edits>
          <IconButton
            label={`Remove ${shown}`}
            icon={Trash2}
            size="small"
            onClick={() => void act('behavior_remove', { entity, name })}
          />
        </Edits>
      </div>
      {inline ? (
        <p className={styles.note}>Its code stands in the scene.</p>
      ) : (
        <Values>
          <CodeRows attached={attached} files={files} onChange={change} />
        </Values>
      )}
      {first?.intent !== undefined && behavior !== undefined && (
        <p className={styles.note}>{visibleText(first.intent)}</p>
      )}
      {problems.map(({ severity, message, hint, line }, index) => {
        const Icon = severity === 'error' ? CircleAlert : TriangleAlert;
        return (
          <div key={index} className={styles.scriptProblem} data-severity={severity}>
            <Icon size={14} strokeWidth={1.75} role="img" aria-label={severity} />
            <span>
              {visibleText(message)} <span className={styles.note}>{visibleText(hint)}</span>
            </span>
            {line !== undefined && file !== undefined && !inline && (
              <Button size="small" variant="ghost" onClick={() => useEditors.getState().open(file, { line })}>
                Line {line}
              </Button>
            )}
          </div>
        );
      })}
      <Values>
        {behaviors
          .flatMap((one) => one.params)
          .map((param) => (
            <ParamRow
              key={param.name}
              param={param}
              value={params[param.name]}
              onCommit={(value) => change({ params: { [param.name]: value } })}
            />
          ))}
      </Values>
    </section>
  );
}

/** Which file, and which of its behaviours. */
function CodeRows({
  attached: { file, behavior },
  files,
  onChange,
}: {
  readonly attached: Attached;
  readonly files: readonly BehaviorFile[];
  readonly onChange: (args: JsonObject) => void;
}): ReactNode {
  const known = files.find((one) => one.path === file);
  const names = known?.behaviors.map((one) => one.name) ?? [];
  const paths = files.map((one) => one.path);
  if (file !== undefined && !paths.includes(file)) paths.unshift(file);
  const choices = behavior === undefined || names.includes(behavior) ? names : [behavior, ...names];
  return (
    <>
      <div className={styles.row}>
        <span className={styles.label}>File</span>
        <Select
          label="File"
          value={file ?? ''}
          options={paths.map((path) => ({ value: path, ...pathLabel(path) }))}
          onChange={(path) => {
            const next = files.find((one) => one.path === path)?.behaviors[0]?.name;
            onChange({ file: path, behavior: next ?? '' });
          }}
        />
      </div>
      {(choices.length > 1 || behavior !== undefined) && (
        <div className={styles.row}>
          <span className={styles.label}>Behaviour</span>
          <Select
            label="Behaviour"
            value={behavior ?? ALL}
            options={[
              { value: ALL, label: `All of the file (${names.length})` },
              ...choices.map((one) => ({ value: one, label: visibleText(one) })),
            ]}
            onChange={(next) => onChange({ behavior: next === ALL ? '' : next })}
          />
        </div>
      )}
    </>
  );
}

/** The file's name, with its folder below it: where room is short, the name matters more. */
function pathLabel(path: string): { readonly label: string; readonly note?: string } {
  const cut = path.lastIndexOf('/');
  if (cut < 0) return { label: visibleText(path) };
  return { label: visibleText(path.slice(cut + 1)), note: visibleText(path.slice(0, cut)) };
}

/** Stands for no behaviour's name: those are identifiers. */
const ALL = '*';

function addEntries(
  entity: Entity,
  attached: readonly Attached[],
  files: readonly BehaviorFile[],
): MenuEntry[] {
  const taken = new Set(attached.map((one) => one.name));
  const offered = files.flatMap(({ path, behaviors }) =>
    behaviors.map(({ name, intent }): MenuEntry => ({
      label: name,
      note: visibleText(intent ?? path),
      run: () => void setBehavior(entity.id, unusedName(name, taken), { file: path, behavior: name }),
    })),
  );
  return [
    ...offered,
    ...(offered.length > 0 ? (['line'] as const) : []),
    {
      label: 'Write a New Script',
      note: 'A file in scripts/, with a test',
      icon: FileCode,
      run: () => void writeScript(entity, unusedName, taken),
    },
  ];
}

function unusedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`;
}

/** What a person picks is kept also where something else is still wrong; the card says what. */
async function setBehavior(entity: number, name: string, args: JsonObject): Promise<void> {
  await act('behavior_set', { entity, name, ...args, allow_errors: true });
}

async function act(tool: string, args: JsonObject): Promise<void> {
  const result = await callTool(tool, args);
  if (!result.ok) showError(result.error, 'Nothing was changed');
}
