/** selection_get, selection_set, viewport_focus, viewport_capture. */
import type { JsonObject } from '../../json';
import { drawLabels, drawMarks, drawTexts, type Mark } from '../../render/annotate';
import {
  DEFAULT_DIRECTION,
  lookFrom,
  projectionOf,
  viewOfBox,
  viewOfCamera,
  type CameraView,
} from '../../render/camera';
import { encodePng } from '../../render/png';
import { MAX_SIDE, renderScene, type Seen } from '../../render/render-scene';
import { ToolFailure, toolError } from '../../errors';
import type { Entity, Vec3 } from '../../scene/entity';
import type { Scene } from '../../scene/scene';
import { length, subtract } from '../../scene/transform';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import { DEFAULT_VIEW, type Selection } from '../selection';
import { optionalNumber, optionalReference, optionalVec3, references } from './args';
import { anyObject, defineTool, entityRef, entityRefs, flag, integer, list, number, vec3 } from './define';
import { count, findEntities, findEntity, nameOf, vectorText } from './entities';
import { givenEntities } from './entity-edit';

/** The scene that is played, where there is one; the part that plays sets it. */
export interface PlayedScene {
  scene?: () => Scene | undefined;
}

export function viewTools(selection: Selection, played: PlayedScene): ToolDefinition[] {
  return [
    selectionGet(selection),
    selectionSet(selection),
    viewportFocus(selection),
    viewportCapture(selection, played),
  ];
}

const SELECTED = {
  entities: list(anyObject('`id` and `name`.'), 'In the order in which they were selected.'),
  count: integer('How many.'),
};

function selectionResult(scene: Scene, ids: readonly number[]): ToolResult {
  const entities = ids.map((id) => ({ id, name: scene.get(id)?.name ?? '' }));
  const words =
    entities.length === 0
      ? 'Nothing is selected.'
      : `Selected: ${entities.slice(0, 50).map(nameOf).join(', ')}`;
  return textResult(words, { entities, count: entities.length });
}

function selectionGet(selection: Selection): ToolDefinition {
  return defineTool({
    name: 'selection_get',
    title: 'Selection',
    description:
      'Tells which entities are selected in the editor: what a person most likely means by "this". Example: {}.',
    category: 'view',
    output: SELECTED,
    run: (_args, { scene }) => selectionResult(scene, selection.get()),
  });
}

function selectionSet(selection: Selection): ToolDefinition {
  return defineTool({
    name: 'selection_set',
    title: 'Select',
    description:
      'Selects entities in the editor, in place of the present selection; an empty list selects nothing. No undo step. Example: {"entities": ["Door", 12]}.',
    category: 'view',
    input: { entities: entityRefs('What to select.') },
    required: ['entities'],
    output: SELECTED,
    run: (args, context) => {
      const ids = findEntities(context.scene, references(args, 'entities')).map((entity) => entity.id);
      context.onRollback(selection.replace(ids));
      announce(selection, context, 'changed');
      return selectionResult(context.scene, ids);
    },
  });
}

function viewportFocus(selection: Selection): ToolDefinition {
  return defineTool({
    name: 'viewport_focus',
    title: 'Look at',
    description:
      'Moves the scene view so that entities fill it, or the whole scene where none is given. viewport_capture takes its picture from there. Example: {"entity": "Door"}.',
    category: 'view',
    input: {
      entity: entityRef('One entity.'),
      entities: entityRefs('Several entities.'),
    },
    output: {
      eye: vec3('Where it looks from, in metres.'),
      target: vec3('What it looks at.'),
      fov: number('Vertical angle of view in degrees.'),
    },
    run: (args, context) => {
      const { scene } = context;
      const none =
        optionalReference(args, 'entity') === undefined && references(args, 'entities').length === 0;
      const chosen = none
        ? undefined
        : givenEntities(args, scene).flatMap((entity) => [entity.id, ...scene.descendantsOf(entity.id)]);
      const bounds = boundsOf(scene, chosen ?? scene.ids());
      const { fov } = DEFAULT_VIEW;
      const { eye } = viewOfBox(bounds.low, bounds.high, fov, 16 / 9, directionOf(selection));
      const view = { eye, target: middle(bounds), fov };
      context.onRollback(selection.look(view));
      announce(selection, context, 'focus');
      return textResult(`Looking from ${vectorText(eye)} at ${vectorText(view.target)}`, { ...view });
    },
  });
}

function announce(selection: Selection, context: ToolContext, what: 'changed' | 'focus'): void {
  const { caller, callId } = context;
  context.afterCommit(() => {
    selection.announce(what, { actor: caller.actor, call: callId });
  });
}

/** From the target to the eye, as the view is now. */
function directionOf(selection: Selection): Vec3 {
  const { eye, target } = selection.view ?? DEFAULT_VIEW;
  const direction = subtract(eye, target);
  return length(direction) < 1e-6 ? DEFAULT_DIRECTION : direction;
}

interface Bounds {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** A box around the unit cubes of entities. */
function boundsOf(scene: Scene, ids: readonly number[]): Bounds {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const id of ids) {
    const entity = scene.get(id);
    if (entity === undefined || (ids.length > 1 && !hasBody(entity))) continue;
    const m = scene.worldMatrix(id);
    for (const axis of [0, 1, 2] as const) {
      const row = axis * 4;
      const half = (Math.abs(m[row] ?? 0) + Math.abs(m[row + 1] ?? 0) + Math.abs(m[row + 2] ?? 0)) / 2;
      low[axis] = Math.min(low[axis], (m[row + 3] ?? 0) - half);
      high[axis] = Math.max(high[axis], (m[row + 3] ?? 0) + half);
    }
  }
  return low[0] > high[0] ? { low: [-5, 0, -5], high: [5, 1, 5] } : { low, high };
}

function middle({ low, high }: Bounds): Vec3 {
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

/** Has a shape, and is not the ground that the others stand on: that may be as large as it likes. */
function hasBody({ components }: Entity): boolean {
  return components.mesh === undefined ? components.text !== undefined : components.mesh.mesh !== 'plane';
}

function viewportCapture(selection: Selection, played: PlayedScene): ToolDefinition {
  return defineTool({
    name: 'viewport_capture',
    title: 'Picture of the scene',
    description:
      'Takes a picture of the scene (PNG) and tells which entities can be seen, with their boxes in pixels. From `eye` to `target`, through `camera_entity`, or as the scene view looks now. ' +
      '`annotate` draws ids and names. Look after each larger change. Example: {"width": 768, "height": 432, "eye": [8, 5, 10], "target": [0, 1, 0]}.',
    category: 'view',
    input: {
      width: integer('Pixels.', { minimum: 16, maximum: MAX_SIDE, default: 768 }),
      height: integer('Pixels.', { minimum: 16, maximum: MAX_SIDE, default: 432 }),
      annotate: flag('Draw boxes, ids and names.', true),
      eye: vec3('Where to look from, in metres.', [8, 5, 10]),
      target: vec3('What to look at.', [0, 1, 0]),
      fov: number('Vertical angle of view in degrees.', { minimum: 1, maximum: 170 }),
      camera_entity: entityRef('An entity with a camera component.'),
      play: flag('The scene of the play, in place of the one that is edited.', false),
    },
    output: {
      width: integer('Pixels.'),
      height: integer('Pixels.'),
      camera: anyObject('`eye`, `fov`, and the entity where it is one.'),
      entities: list(
        anyObject('`id`, `name`, `box` [x, y, width, height], `pixels`.'),
        'What can be seen, the largest first; at most 200.',
      ),
      total: integer('How many can be seen.'),
    },
    run: (args, context) => capture(args, context, selection, sceneOf(args, context, played)),
  });
}

function sceneOf(args: JsonObject, context: ToolContext, played: PlayedScene): Scene {
  if (args.play !== true) return context.scene;
  const scene = played.scene?.();
  if (scene !== undefined) return scene;
  throw new ToolFailure(
    toolError(
      'conflict',
      'Nothing is played, so there is no picture of a play.',
      'sim_control {"action": "play"} starts one.',
    ),
  );
}

function capture(args: JsonObject, context: ToolContext, selection: Selection, scene: Scene): ToolResult {
  const width = optionalNumber(args, 'width') ?? 768;
  const height = optionalNumber(args, 'height') ?? 432;
  const annotate = args.annotate !== false;
  const { view, camera } = chooseView(args, scene, selection, width / height);
  const rendering = renderScene(scene, { width, height, view, grid: annotate });
  const projection = projectionOf(view, width, height);
  const texts = drawTexts(scene, rendering, view, projection);
  const marks = annotate ? drawMarks(scene, rendering, view, projection) : [];
  const shapes = new Set(rendering.seen.map((seen) => seen.id));
  const others = [...texts, ...marks].filter((mark) => !shapes.has(mark.id));
  if (annotate) drawLabels(rendering.canvas, scene, [...rendering.seen, ...others]);
  if (rendering.omitted > 0)
    context.warn(
      `${count(rendering.omitted, 'small entity was', 'small entities were')} left out of the picture.`,
    );
  if (rendering.boxed > 0)
    context.warn(`${count(rendering.boxed, 'model is', 'models are')} shown as boxes.`);
  const entities = [...rendering.seen, ...others].map((seen) => seenJson(scene, seen));
  const png = encodePng(width, height, rendering.canvas.rgb);
  const lines = entities.slice(0, 40).map((seen) => `${nameOf(seen)}  ${JSON.stringify(seen.box)}`);
  const text = [
    `${width} × ${height}, ${count(entities.length, 'entity', 'entities')} to be seen`,
    ...lines,
  ].join('\n');
  return {
    ...textResult(text, {
      width,
      height,
      camera: { eye: view.eye, fov: view.fov, ...(camera === undefined ? {} : { entity: camera }) },
      entities: entities.slice(0, 200),
      total: entities.length,
    }),
    images: [{ data: png.toString('base64'), mimeType: 'image/png' }],
  };
}

function chooseView(
  args: JsonObject,
  scene: Scene,
  selection: Selection,
  aspect: number,
): { view: CameraView; camera?: number } {
  const reference = optionalReference(args, 'camera_entity');
  if (reference !== undefined) {
    const entity = findEntity(scene, reference);
    if (entity.components.camera === undefined) {
      const cameras = scene
        .withComponent('camera')
        .slice(0, 8)
        .map((id) => nameOf({ id, name: scene.get(id)?.name ?? '' }));
      const hint =
        cameras.length === 0
          ? 'There is no camera; give "eye" and "target".'
          : `Cameras: ${cameras.join(', ')}.`;
      throw new ToolFailure(
        toolError('invalid_arguments', `${nameOf(entity)} has no camera component.`, hint),
      );
    }
    return { view: viewOfCamera(scene, entity.id), camera: entity.id };
  }
  const eye = optionalVec3(args, 'eye');
  const target = optionalVec3(args, 'target');
  const fov = optionalNumber(args, 'fov');
  const present = selection.view;
  if (eye === undefined && target === undefined && present === undefined) {
    const { low, high } = boundsOf(scene, scene.ids());
    return { view: viewOfBox(low, high, fov ?? DEFAULT_VIEW.fov, aspect, directionOf(selection)) };
  }
  const base = present ?? DEFAULT_VIEW;
  return { view: lookFrom(eye ?? base.eye, target ?? base.target, fov ?? base.fov) };
}

function seenJson(
  scene: Scene,
  seen: Seen | Mark,
): JsonObject & { readonly id: number; readonly name: string } {
  const { id, box } = seen;
  return {
    id,
    name: scene.get(id)?.name ?? '',
    box: [box.x, box.y, box.width, box.height],
    ...('pixels' in seen ? { pixels: seen.pixels } : { kind: seen.kind }),
  };
}
