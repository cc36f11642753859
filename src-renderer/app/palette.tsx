import { Command } from 'cmdk';
import { Box, Clapperboard, FolderOpen, PanelsTopLeft } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useMemo, useState, type ReactNode } from 'react';
import { reparent } from '../panels/scene-tree/scene-actions';
import { formatKeys, runCommand, useCommandTable, type Command as CommandEntry } from '../state/commands';
import { openProject, useApp } from '../state/app-store';
import { useLayout } from '../state/layout-store';
import { usePalette, type PaletteMode } from '../state/palette-store';
import { openScene } from '../state/scene-files';
import { useScene } from '../state/scene-store';
import { useSelection } from '../state/selection-store';
import { returnFocus } from '../ui/focus-return';
import { Keys } from '../ui/keys';
import { visibleText } from '../ui/visible-text';
import { movesOf, panelTitle } from './dock/move-panel';
import { useFirstChosen } from './first-chosen';
import { bestMatches } from './fuzzy';
import { GoItems } from './go-items';
import { useFiles } from './project-files';
import { readRecent, rememberRecent } from './recent';
import styles from './palette.module.css';

const LABELS: Readonly<Record<PaletteMode, { readonly name: string; readonly placeholder: string }>> = {
  commands: { name: 'Commands', placeholder: 'What do you want to do?' },
  go: { name: 'Go to', placeholder: 'Go to a tool, entity or file; > for commands' },
  projects: { name: 'Open a recent project', placeholder: 'Open a recent project' },
  scenes: { name: 'Open a scene', placeholder: 'Open a scene' },
  parent: { name: 'Move the selection', placeholder: 'Into which entity?' },
  move: { name: 'Move the panel', placeholder: 'Where does the panel go?' },
};

/** Where there is nothing to choose from, whatever one types. */
const NOTHING: Readonly<Record<PaletteMode, string>> = {
  commands: 'There is no command.',
  go: 'The project has no tools, entities or files yet.',
  projects: 'No other project was open yet.',
  scenes: 'The project has no scene files yet. Save Scene makes the first.',
  parent: 'There is no other entity.',
  move: 'There is no other place.',
};

/** The command palette, and quick open over tools, entities and files. */
export function Palette(): ReactNode {
  const mode = usePalette((state) => state.mode);
  const close = usePalette((state) => state.close);
  return (
    <Dialog.Root open={mode !== null} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.dialog}
          aria-describedby={undefined}
          // What was chosen may have put the focus elsewhere already.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
        >
          <Dialog.Title className="visually-hidden">{LABELS[mode ?? 'commands'].name}</Dialog.Title>
          {mode !== null && <PaletteBody key={mode} mode={mode} close={close} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ mode, close }: { readonly mode: PaletteMode; readonly close: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const showsFiles = (mode === 'go' && !typed.startsWith('>')) || mode === 'scenes';
  const files = useFiles(showsFiles);
  const choice = useFirstChosen(files, showsFiles);
  return (
    <Command shouldFilter={false} loop label={LABELS[mode].name} {...choice}>
      <Command.Input
        // One list may lead to another while the dialog stays open.
        autoFocus
        value={typed}
        onValueChange={setTyped}
        placeholder={LABELS[mode].placeholder}
      />
      <Command.List>
        <Command.Empty className={styles.empty}>
          {typed === '' ? NOTHING[mode] : `Nothing fits “${visibleText(typed)}”.`}
        </Command.Empty>
        {mode === 'go' && typed.startsWith('>') ? (
          <CommandItems typed={typed.slice(1).trimStart()} close={close} />
        ) : mode === 'go' ? (
          <GoItems typed={typed} files={files} close={close} />
        ) : mode === 'scenes' ? (
          <SceneItems typed={typed} files={files} close={close} />
        ) : mode === 'projects' ? (
          <ProjectItems typed={typed} close={close} />
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

interface FilesItemsProps extends ItemsProps {
  /** Of the project; undefined until they are read. */
  readonly files: readonly string[] | undefined;
}

const RECENT = 'palette.recent';

/** What was used last comes first, then by category. */
function ordered(commands: readonly CommandEntry[]): readonly CommandEntry[] {
  const recent = readRecent(RECENT);
  const rank = (command: CommandEntry): number => {
    const at = recent.indexOf(command.id);
    return at < 0 ? recent.length : at;
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
  return found.map((command) => {
    const keys = command.keys ?? command.ownKeys;
    return (
      <Command.Item
        key={command.id}
        value={command.id}
        onSelect={() => {
          close();
          rememberRecent(RECENT, command.id);
          runCommand(command.id);
        }}
      >
        <span className={styles.title}>
          {command.category}: {command.title}
        </span>
        <span className={styles.note} />
        {keys !== undefined && <Keys keys={formatKeys(keys)} />}
      </Command.Item>
    );
  });
}

function SceneItems({ typed, files, close }: FilesItemsProps): ReactNode {
  const open = useScene((state) => state.info?.file);
  const found = useMemo(
    () =>
      bestMatches(
        (files ?? []).filter((path) => path.endsWith('.sky.json')),
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

/** Projects that were open before. */
function ProjectItems({ typed, close }: ItemsProps): ReactNode {
  const info = useApp((state) => state.info);
  const found = useMemo(() => {
    const others = (info?.recent ?? []).filter(({ folder }) => folder !== info?.project?.folder);
    return bestMatches(others, typed, ({ name, folder }) => `${name} ${folder}`, 20);
  }, [info, typed]);
  return found.map(({ name, folder }) => (
    <Command.Item
      key={folder}
      value={folder}
      onSelect={() => {
        close();
        void openProject({ kind: 'folder', folder });
      }}
    >
      <FolderOpen size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.title}>{visibleText(name)}</span>
      <span className={styles.note}>{visibleText(folder)}</span>
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
