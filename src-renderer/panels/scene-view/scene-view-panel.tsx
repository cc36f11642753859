import { Focus, Grid3x3, Maximize, MonitorX, MousePointer2, Move, Rotate3d, Scaling } from 'lucide-react';
import type { JsonObject } from '../../../src-preload/contract';
import { callTool } from '../../state/bridge';
import { showError } from '../../state/toasts';
import type { GizmoMode } from './gizmo';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { giveInput, usePlay } from '../../state/play-store';
import { useCommands, type Command } from '../../state/commands';
import { onEvents } from '../../state/event-store';
import { useHighlight, type Highlight } from '../../state/highlight-store';
import { objectOf } from '../../state/read-json';
import { setSetting, useSettings } from '../../state/settings-store';
import { useScene } from '../../state/scene-store';
import { useSelection } from '../../state/selection-store';
import { useTheme } from '../../state/theme-store';
import { Button, IconButton } from '../../ui/button';
import { EmptyState } from '../../ui/state-view';
import { tokenColor } from '../../ui/token-color';
import { deleteEntities } from '../scene-tree/scene-actions';
import { PlayBar, PlayHint } from './play-bar';
import playStyles from './play-bar.module.css';
import { keyDown, keyUp, releaseAll } from './play-input';
import { SceneView } from './scene-view';
import styles from './scene-view.module.css';

/** A press that moves farther turns the view; a nearer one selects. */
const CLICK_PIXELS = 4;

/** The scene in three dimensions: orbit, pan, zoom, select, focus. */
export function SceneViewPanel(): ReactNode {
  const edited = useScene((state) => state.entities);
  const played = usePlay((state) => state.entities);
  const play = usePlay((state) => state.state);
  const playing = play !== 'editing';
  // Until the play was read for the first time, it looks as the scene does.
  const scene = usePlay((state) => (state.state !== 'editing' && state.entities.size > 0 ? played : edited));
  const sceneVersion = useScene((state) => state.version);
  const playVersion = usePlay((state) => state.version);
  const version = `${sceneVersion}/${playVersion}`;
  const environment = useScene((state) => state.info?.environment);
  const selected = useSelection((state) => state.ids);
  const highlight = useHighlight((state) => state.highlight);
  const theme = useTheme((state) => state.theme);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<SceneView | null>(null);
  const [supported] = useState(hasWebGl);
  const grid = useSettings((state) => state.grid);
  const [mode, setMode] = useState<GizmoMode>('select');
  const framed = useRef(false);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const made = new SceneView(element, edited, (id, change) => void commitDrag(id, change, made));
    view.current = made;
    const observer = new ResizeObserver(
      ([entry]) => entry && made.resize(entry.contentRect.width, entry.contentRect.height),
    );
    observer.observe(element);
    const stop = onEvents((events) => {
      for (const { type, kind, actor, data } of events) {
        const look = objectOf(data['view']);
        if (
          type === 'selection' &&
          kind === 'focus' &&
          actor !== 'user' &&
          isVector(look['eye']) &&
          isVector(look['target'])
        ) {
          made.look({ eye: look['eye'], target: look['target'] });
        }
      }
    });
    return () => {
      stop();
      observer.disconnect();
      made.dispose();
      view.current = null;
    };
  }, [edited]);

  useEffect(() => {
    view.current?.show(scene);
    view.current?.sync();
    // The first time that there is something, look at it.
    if (!framed.current && scene.size > 0) {
      framed.current = true;
      view.current?.lookFirst();
    }
  }, [scene, version]);
  useEffect(() => view.current?.setEnvironment(environment ?? {}), [environment]);
  useEffect(() => view.current?.select(selected), [selected, version]);
  useEffect(() => view.current?.showHighlight(highlight), [highlight, version]);
  useEffect(() => view.current?.setGridVisible(grid), [grid]);
  useEffect(() => view.current?.setMode(playing ? 'select' : mode), [mode, playing]);
  useEffect(() => {
    view.current?.setColors({
      selected: tokenColor('accent'),
      created: tokenColor('success'),
      changed: tokenColor('warning'),
      deleted: tokenColor('danger'),
    });
  }, [theme]);

  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'scene.focus',
          title: 'Focus Selection',
          category: 'Scene',
          ownKeys: 'F',
          idle: () => useSelection.getState().ids.length === 0,
          menu: { name: 'view', group: 5 },
          run: () => view.current?.focus(useSelection.getState().ids),
        },
        {
          id: 'scene.frame-all',
          title: 'Frame All',
          category: 'Scene',
          ownKeys: 'Home',
          menu: { name: 'view', group: 5 },
          run: () => view.current?.focus([]),
        },
      ],
      [],
    ),
  );

  const press = useRef<{ x: number; y: number } | null>(null);
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    const from = press.current;
    if (view.current?.onHandle) return;
    press.current = null;
    if (
      from === null ||
      event.button !== 0 ||
      Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_PIXELS
    )
      return;
    const box = event.currentTarget.getBoundingClientRect();
    const id = view.current?.pick(event.clientX - box.left, event.clientY - box.top);
    if (playing && !event.altKey) {
      if (id !== undefined) void giveInput({ click: id });
      return;
    }
    const { ids, select } = useSelection.getState();
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      if (id !== undefined) select(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
    } else select(id === undefined ? [] : [id]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (playing) return keyDown(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { ids, select } = useSelection.getState();
    const wanted = MODES.find(({ key }) => key === event.key);
    if (wanted) setMode(wanted.mode);
    else if (event.key === 'f') view.current?.focus(ids);
    else if (event.key === 'Home') view.current?.focus([]);
    else if (event.key === 'Delete') void deleteEntities(ids);
    else if (event.key === 'Escape' && (view.current?.cancelDrag() || mode !== 'select')) setMode('select');
    else if (event.key === 'Escape' && ids.length > 0) select([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (!supported) {
    return (
      <EmptyState
        icon={MonitorX}
        title="No 3D view here"
        text="This machine gives no WebGL. Everything else works: use the scene tree and the inspector."
      />
    );
  }
  return (
    <div className={styles.view}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        tabIndex={0}
        role="img"
        data-play-view
        aria-label={
          playing
            ? `The play, ${scene.size} entities. Clicks and keys go to it; Alt and a click selects.`
            : `Scene view, ${scene.size} entities. F frames the selection, Home frames everything.`
        }
        onPointerDown={(event) => {
          press.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.focus();
        }}
        onPointerUp={onPointerUp}
        onPointerMove={(event) => view.current?.setSnap(event.ctrlKey || event.metaKey)}
        onKeyDown={onKeyDown}
        onKeyUp={playing ? keyUp : undefined}
        onBlur={playing ? releaseAll : undefined}
      />
      {playing && <div className={playStyles.frame} data-state={play} aria-hidden />}
      <div className={styles.top}>
        <div className={styles.tools} role="toolbar" aria-label="Scene view">
          {MODES.map(({ mode: one, label, icon, key }) => (
            <IconButton
              key={one}
              label={label}
              keys={key.toUpperCase()}
              icon={icon}
              size="small"
              pressed={mode === one && !playing}
              disabled={playing && one !== 'select'}
              onClick={() => setMode(one)}
            />
          ))}
          <span className={styles.rule} />
          <IconButton
            label="Focus Selection"
            keys="F"
            icon={Focus}
            size="small"
            disabled={selected.length === 0}
            onClick={() => view.current?.focus(selected)}
          />
          <IconButton
            label="Frame All"
            keys="Home"
            icon={Maximize}
            size="small"
            onClick={() => view.current?.focus([])}
          />
          <IconButton
            label="Grid"
            icon={Grid3x3}
            size="small"
            pressed={grid}
            onClick={() => {
              setSetting('grid', !grid);
            }}
          />
        </div>
        <PlayBar />
      </div>
      <PlayHint />
      {highlight !== null && <HighlightBanner highlight={highlight} />}
    </div>
  );
}

const MODES = [
  { mode: 'select', label: 'Select', icon: MousePointer2, key: 'q' },
  { mode: 'translate', label: 'Move', icon: Move, key: 'w' },
  { mode: 'rotate', label: 'Rotate', icon: Rotate3d, key: 'e' },
  { mode: 'scale', label: 'Scale', icon: Scaling, key: 'r' },
] as const;

/** A drag of the handles is one edit. Where it is refused, the entity goes back to where its record says. */
async function commitDrag(id: number, change: JsonObject, view: SceneView): Promise<void> {
  const result = await callTool('entity_update', { entity: id, ...change });
  if (result.ok) return;
  showError(result.error, 'Nothing was changed');
  view.redraw(id);
}

function HighlightBanner({ highlight }: { readonly highlight: Highlight }): ReactNode {
  const clear = useHighlight((state) => state.clear);
  const parts = [
    { count: highlight.created.length, word: 'created', tone: 'var(--success)' },
    { count: highlight.changed.length, word: 'changed', tone: 'var(--warning)' },
    { count: highlight.deleted.length, word: 'deleted', tone: 'var(--danger)' },
  ].filter(({ count }) => count > 0);
  return (
    <div className={styles.banner} role="status">
      <span>Dry run</span>
      {parts.map(({ count, word, tone }) => (
        <span key={word} className={styles.legend} style={{ '--tone': tone } as CSSProperties}>
          {count} {word}
        </span>
      ))}
      <Button size="small" variant="ghost" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function isVector(value: unknown): value is readonly [number, number, number] {
  return Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number');
}
