import { MousePointerClick, Plus, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Entity } from '../../../src-preload/contract';
import { runCommand } from '../../state/commands';
import { usePlay } from '../../state/play-store';
import { useScene } from '../../state/scene-store';
import { usePrimarySelection, useSelection } from '../../state/selection-store';
import { BareButton, Button } from '../../ui/button';
import { Switch } from '../../ui/field';
import { Menu } from '../../ui/menu';
import { EmptyState } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { ComponentSection, Fold } from './component-section';
import { useComponentSchemas } from './component-schemas';
import { ColorControl, TextControl, VectorControl } from './controls';
import { editEntity } from './edit';
import styles from './inspector.module.css';
import { Edits, ReadOnly, Values } from './read-only';
import { ScriptSection } from './script-section';
import { Variables } from './variables';

/** Everything about the entity that was selected last. Each edit is one undo step by the person. */
export function InspectorPanel(): ReactNode {
  const id = usePrimarySelection();
  const live = usePlay((state) => (id === undefined ? undefined : state.entities.get(id)));
  const [editing, setEditing] = useState(false);
  const playing = live !== undefined && !editing;
  const count = useSelection((state) => state.ids.length);
  useScene((state) => state.version);
  const entity = useScene((state) => (id === undefined ? undefined : state.entities.get(id)));
  const load = useComponentSchemas((state) => state.load);
  useEffect(() => void load(), [load]);
  if (entity === undefined) {
    return (
      <EmptyState
        icon={MousePointerClick}
        title="Nothing is selected"
        text="Click an entity in the scene or in its tree to see and edit it here."
      >
        <Button onClick={() => runCommand('quick-open')}>Go to Entity…</Button>
      </EmptyState>
    );
  }
  return (
    <div style={{ height: '100%', overflow: 'auto' }}>
      {count > 1 && (
        <p className={styles.note} style={{ padding: '8px 12px 0' }}>
          {count} entities are selected; this is the last one.
        </p>
      )}
      {live !== undefined && (
        <div className={styles.live} data-live={playing}>
          <span>{playing ? 'Values of the play' : 'The scene, as it will be after Stop'}</span>
          <Button size="small" variant="ghost" onClick={() => setEditing(playing)}>
            {playing ? 'Edit the Scene' : 'Show the Play'}
          </Button>
        </div>
      )}
      <div
        role="group"
        aria-label={playing ? 'Values of the play, which can’t be changed here' : 'Values of the entity'}
      >
        <ReadOnly value={playing}>
          <EntityInspector key={`${entity.id}/${playing}`} entity={playing ? live : entity} />
        </ReadOnly>
      </div>
    </div>
  );
}

function EntityInspector({ entity }: { readonly entity: Entity }): ReactNode {
  const { id } = entity;
  const schemas = useComponentSchemas((state) => state.schemas);
  const missing = [...schemas].filter(([type]) => entity.components[type] === undefined);
  return (
    <div className={styles.inspector}>
      <div className={styles.head}>
        <Values>
          <Switch
            bare
            label="Enabled"
            checked={entity.enabled}
            onChange={(enabled) => void editEntity(id, { enabled })}
          />
          <TextControl label="Name" value={entity.name} onCommit={(name) => void editEntity(id, { name })} />
        </Values>
        <span className={styles.id}>#{id}</span>
      </div>
      <Fold title="Transform">
        <Wide label="Position" unit="m">
          <VectorControl
            label="Position"
            unit="m"
            value={entity.position}
            onCommit={(position) => void editEntity(id, { position })}
          />
        </Wide>
        <Wide label="Rotation" unit="°">
          <VectorControl
            label="Rotation"
            unit="degrees"
            step={5}
            value={entity.rotation}
            onCommit={(rotation) => void editEntity(id, { rotation })}
          />
        </Wide>
        <Wide label="Scale" unit="×">
          <VectorControl
            label="Scale"
            value={entity.scale}
            onCommit={(scale) => void editEntity(id, { scale })}
          />
        </Wide>
        <div className={styles.row}>
          <span className={styles.label}>Colour</span>
          <ColorControl
            label="Colour"
            value={entity.color}
            onCommit={(color) => void editEntity(id, { color })}
          />
        </div>
      </Fold>
      <Fold title="Tags">
        <Tags entity={entity} />
      </Fold>
      <Fold title="Variables">
        <Variables entity={entity} />
      </Fold>
      {Object.entries(entity.components).map(([type, values]) =>
        type === 'script' ? (
          <ScriptSection key={type} entity={entity} />
        ) : (
          <ComponentSection
            key={type}
            type={type}
            schema={schemas.get(type)}
            values={values}
            onChange={(field, value) => void editEntity(id, { components: { [type]: { [field]: value } } })}
            onRemove={() => void editEntity(id, { components: { [type]: null } })}
          />
        ),
      )}
      {missing.length > 0 && (
        <Edits>
          <div className={styles.add}>
            <Menu
              entries={missing.map(([type, schema]) => ({
                label: schema.title,
                note: schema.description?.replaceAll('`', ''),
                run: () => void editEntity(id, { components: { [type]: {} } }),
              }))}
            >
              <Button icon={Plus} size="small">
                Add Component
              </Button>
            </Menu>
          </div>
        </Edits>
      )}
    </div>
  );
}

function Wide({
  label,
  unit,
  children,
}: {
  readonly label: string;
  readonly unit: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={styles.wide}>
      <span className={styles.label} aria-hidden>
        {label} <span className={styles.unit}>{unit}</span>
      </span>
      {children}
    </div>
  );
}

function Tags({ entity }: { readonly entity: Entity }): ReactNode {
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const tag = typed.trim();
    setTyped('');
    if (tag !== '' && !entity.tags.includes(tag)) void editEntity(entity.id, { tags: [...entity.tags, tag] });
  };
  return (
    <div className={styles.tags}>
      {entity.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          <bdi className={styles.tagText} title={visibleText(tag)}>
            {visibleText(tag)}
          </bdi>
          <Edits>
            <BareButton
              className={styles.remove}
              aria-label={`Remove tag ${visibleText(tag)}`}
              onClick={() => void editEntity(entity.id, { tags: entity.tags.filter((one) => one !== tag) })}
            >
              <X size={12} strokeWidth={2} aria-hidden />
            </BareButton>
          </Edits>
        </span>
      ))}
      <Edits>
        <input
          className={styles.addTag}
          aria-label="Add tag"
          placeholder="Add tag"
          spellCheck={false}
          data-settled={typed === '' ? '' : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
            else if (event.key === 'Escape' && typed !== '') {
              event.stopPropagation();
              setTyped('');
            }
          }}
        />
      </Edits>
    </div>
  );
}
