import { Command } from 'cmdk';
import { Box, Clapperboard, FileText, PanelsTopLeft, Wrench } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { reparent } from '../panels/scene-tree/scene-actions';
import { readTool } from '../state/bridge';
import { formatKeys, runCommand, useCommandTable, type Command as CommandEntry } from '../state/commands';
import { useEditors } from '../state/editor-store';
import { useLayout } from '../state/layout-store';
import { usePalette, type PaletteMode } from '../state/palette-store';
import { arrayOf, objectOf, stringOf } from '../state/read-json';
import { openScene } from '../state/scene-files';
import { useScene } from '../state/scene-store';
import { readStored, writeStored } from '../state/stored';
import { useSelection } from '../state/selection-store';
import { useTools } from '../state/tools-store';
import { Keys } from '../ui/keys';
import { visibleText } from '../ui/visible-text';
import { toolStatusLabel } from '../ui/tool-status';
import { movesOf, panelTitle } from './dock/move-panel';
import { bestMatches } from './fuzzy';
import styles from './palette.module.css';

const LABELS: Readonly<Record<PaletteMode, { readonly name: string; readonly placeholder: string }>> = {
  commands: { name: 'Commands', placeholder: 'What do you want to do?' },
  go: { name: 'Go to', placeholder: 'Go to a tool, entity or file' },
  scenes: { name: 'Open a scene', placeholder: 'Open a scene' },
  parent: { name: 'Move the selection', placeholder: 'Into which entity?' },
  move: { name: 'Move the panel', placeholder: 'Where does the panel go?' },
};

/** The command palette, and quick open over tools, entities and files. */
export function Palette(): ReactNode {
  const mode = usePalette((state) => state.mode);
  const close = usePalette((state) => state.close);
  return (
    <Dialog.Root open={mode !== null} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.dialog} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{LABELS[mode ?? 'commands'].name}</Dialog.Title>
          {mode !== null && <PaletteBody key={mode} mode={mode} close={close} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ mode, close }: { readonly mode: PaletteMode; readonly close: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  return (
    <Command shouldFilter={false} loop label={LABELS[mode].name}>
      <Command.Input
        // One list may lead to another while the dialog stays open.
        autoFocus
        value={typed}
        onValueChange={setTyped}
        placeholder={LABELS[mode].placeholder}
      />
      <Command.List>
        <Command.Empty className={styles.empty}>Nothing fits “{typed}”.</Command.Empty>
        {mode === 'go' ? (
          <GoItems typed={typed} close={close} />
        ) : mode === 'scenes' ? (
          <SceneItems typed={typed} close={close} />
        ) : mode === 'parent' ? (
          <ParentItems typed={typed} close={close} />
        ) : mode === 'move' ? (
          <MoveItems typed={typed} close={close} />
        ) : (
          <CommandItems typed={typed} close={close} />
        )}
      </Command.List>
    </Command>
  );
}

interface ItemsProps {
  readonly typed: string;
  readonly close: () => void;
}

const RECENT = 6;

function parseRecent(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : undefined;
}

function remember(id: string): void {
  const before = readStored('palette.recent', parseRecent, []);
  writeStored('palette.recent', [id, ...before.filter((one) => one !== id)].slice(0, RECENT));
}

/** What was used last comes first, then by category. */
function ordered(commands: readonly CommandEntry[]): readonly CommandEntry[] {
  const recent = readStored('palette.recent', parseRecent, []);
  const rank = (command: CommandEntry): number => {
    const at = recent.indexOf(command.id);
    return at < 0 ? RECENT : at;
  };
  const byCategory = (a: CommandEntry, b: CommandEntry): number =>
    a.category === b.category ? 0 : a.category < b.category ? -1 : 1;
  return [...commands].sort((a, b) => rank(a) - rank(b) || byCategory(a, b));
}

function CommandItems({ typed, close }: ItemsProps): ReactNode {
  const table = useCommandTable((state) => state.commands);
  const found = useMemo(() => {
    const offered = [...table.values()].filter(
      (command) => command.when?.() !== false && command.id !== 'palette.open',
    );
    return bestMatches(ordered(offered), typed, (command) => `${command.category}: ${command.title}`, 100);
  }, [table, typed]);
  return found.map((command) => (
    <Command.Item
      key={command.id}
      value={command.id}
      onSelect={() => {
        close();
        remember(command.id);
        runCommand(command.id);
      }}
    >
      <span className={styles.title}>
        {command.category}: {command.title}
      </span>
      <span className={styles.note} />
      {command.keys !== undefined && <Keys keys={formatKeys(command.keys)} />}
    </Command.Item>
  ));
}

const MOST_OF_A_KIND = 12;

function GoItems({ typed, close }: ItemsProps): ReactNode {
  const tools = useTools((state) => state.tools);
  const entities = useScene((state) => state.entities);
  const files = useFiles();
  const foundTools = useMemo(
    () => bestMatches(tools, typed, (tool) => tool.name, MOST_OF_A_KIND),
    [tools, typed],
  );
  const foundEntities = useMemo(
    () =>
      bestMatches(
        entities.values(),
        typed,
        (entity) => (typed.startsWith('#') ? `#${entity.id}` : entity.name),
        MOST_OF_A_KIND,
      ),
    [entities, typed],
  );
  const foundFiles = useMemo(() => bestMatches(files, typed, (path) => path, MOST_OF_A_KIND), [files, typed]);
  const go = (run: () => void) => (): void => {
    close();
    run();
  };
  return (
    <>
      {foundTools.length > 0 && (
        <Command.Group heading="Tools">
          {foundTools.map((tool) => (
            <Command.Item
              key={tool.name}
              value={`tool:${tool.name}`}
              onSelect={go(() => useEditors.getState().openPair(tool.name))}
            >
              <Wrench size={14} strokeWidth={1.75} aria-hidden />
              <span className={styles.title}>{visibleText(tool.name)}</span>
              <span className={styles.note}>
                {toolStatusLabel(tool.status)} · {visibleText(tool.title ?? tool.description)}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {foundEntities.length > 0 && (
        <Command.Group heading="Entities">
          {foundEntities.map((entity) => (
            <Command.Item
              key={entity.id}
              value={`entity:${entity.id}`}
              onSelect={go(() => showEntity(entity.id))}
            >
              <Box size={14} strokeWidth={1.75} aria-hidden />
              <span className={styles.title}>{visibleText(entity.name)}</span>
              <span className={styles.note}>
                #{entity.id} {visibleText(entity.tags.join(' '))}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {foundFiles.length > 0 && (
        <Command.Group heading="Files">
          {foundFiles.map((path) => (
            <Command.Item
              key={path}
              value={`file:${path}`}
              onSelect={go(() => useEditors.getState().open(path))}
            >
              <FileText size={14} strokeWidth={1.75} aria-hidden />
              <span className={styles.title}>{visibleText(path.slice(path.lastIndexOf('/') + 1))}</span>
              <span className={styles.note}>
                {visibleText(path.slice(0, Math.max(0, path.lastIndexOf('/'))))}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  );
}

function SceneItems({ typed, close }: ItemsProps): ReactNode {
  const files = useFiles();
  const open = useScene((state) => state.info?.file);
  const found = useMemo(
    () =>
      bestMatches(
        files.filter((path) => path.endsWith('.sky.json')),
        typed,
        (path) => path,
        100,
      ),
    [files, typed],
  );
  return found.map((path) => (
    <Command.Item
      key={path}
      value={`scene:${path}`}
      onSelect={() => {
        close();
        useLayout.getState().show('scene');
        if (path !== open) void openScene(path);
      }}
    >
      <Clapperboard size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.title}>{visibleText(path.slice(path.lastIndexOf('/') + 1))}</span>
      <span className={styles.note}>
        {path === open ? 'open now' : visibleText(path.slice(0, Math.max(0, path.lastIndexOf('/'))))}
      </span>
    </Command.Item>
  ));
}

/** What the selected entities can be moved into: whatever is not among or below them, and the root of the scene. */
function ParentItems({ typed, close }: ItemsProps): ReactNode {
  const entities = useScene((state) => state.entities);
  const ids = useSelection((state) => state.ids);
  const found = useMemo(() => {
    const moving = new Set(ids);
    const fits = [...entities.values()].filter(
      ({ id }) => !moving.has(id) && !entities.ancestorsOf(id).some((above) => moving.has(above)),
    );
    return bestMatches(fits, typed, ({ name }) => name, 50);
  }, [entities, ids, typed]);
  const into = (parent: number | null) => (): void => {
    close();
    void reparent(ids, parent);
  };
  return (
    <>
      {typed === '' && (
        <Command.Item value="root" onSelect={into(null)}>
          <Clapperboard size={14} strokeWidth={1.75} aria-hidden />
          <span className={styles.title}>The root of the scene</span>
        </Command.Item>
      )}
      {found.map(({ id, name, tags }) => (
        <Command.Item key={id} value={`entity:${id}`} onSelect={into(id)}>
          <Box size={14} strokeWidth={1.75} aria-hidden />
          <span className={styles.title}>{visibleText(name)}</span>
          <span className={styles.note}>
            #{id} {visibleText(tags.join(' '))}
          </span>
        </Command.Item>
      ))}
    </>
  );
}

/** Where the panel can go that had focus. */
function MoveItems({ typed, close }: ItemsProps): ReactNode {
  const panel = usePalette((state) => state.panel);
  const docks = useLayout((state) => state.docks);
  const found = useMemo(
    () => (panel === null ? [] : bestMatches(movesOf(docks, panel), typed, ({ label }) => label, 100)),
    [docks, panel, typed],
  );
  return found.map(({ id, label, run }) => (
    <Command.Item
      key={id}
      value={id}
      onSelect={() => {
        close();
        run();
      }}
    >
      <PanelsTopLeft size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.title}>{visibleText(label)}</span>
      <span className={styles.note}>{panel === null ? '' : visibleText(panelTitle(panel))}</span>
    </Command.Item>
  ));
}

function showEntity(id: number): void {
  useLayout.getState().show('scene');
  useSelection.getState().select([id]);
  requestAnimationFrame(() => runCommand('scene.focus'));
}

/** Files of the project, read when the palette opens. */
function useFiles(): readonly string[] {
  const [files, setFiles] = useState<readonly string[]>([]);
  useEffect(() => {
    let stale = false;
    void readTool('file_list', { recursive: true }).then((result) => {
      if (stale || !result.ok) return;
      const paths = arrayOf(objectOf(result.structured)['files']).flatMap((file) => {
        const { kind, path } = objectOf(file);
        return kind === 'folder' ? [] : (stringOf(path) ?? []);
      });
      setFiles(paths);
    });
    return () => {
      stale = true;
    };
  }, []);
  return files;
}
