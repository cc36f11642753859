/** Writes into a picture which entity is where: boxes, ids and names, marks for lights and cameras, texts of the scene. */
import type { Vec3 } from '../scene/entity';
import type { Scene } from '../scene/scene';
import { toView, type CameraView, type Projection } from './camera';
import { Canvas, type Color, type Rectangle } from './canvas';
import { GLYPH_HEIGHT, textWidth } from './font';
import type { Rendering, Seen } from './render-scene';

const BACK: Color = [18, 22, 28];
const INK: Color = [245, 247, 250];
const BOX: Color = [255, 196, 61];
const MARK: Color = [120, 205, 255];

/** Labels of one picture: more would hide what they name. */
const MAX_LABELS = 60;

/** Something that has no shape, but a place in the picture. */
export interface Mark {
  readonly id: number;
  readonly box: Rectangle;
  readonly kind: 'light' | 'camera' | 'text';
}

/** Where a point of the world is in the picture, and how far away; undefined behind the camera. */
function projectPoint(
  view: CameraView,
  projection: Projection,
  point: Vec3,
): { x: number; y: number; distance: number } | undefined {
  const [right, up, distance] = toView(view, point);
  if (distance < view.near || distance > view.far) return undefined;
  const scale = projection.orthographic ? projection.scale : projection.scale / distance;
  return { x: projection.width / 2 + right * scale, y: projection.height / 2 - up * scale, distance };
}

/** Draws the texts of the scene that nothing hides, each in dots of whole pixels. */
export function drawTexts(
  scene: Scene,
  rendering: Rendering,
  view: CameraView,
  projection: Projection,
): Mark[] {
  const marks: Mark[] = [];
  const { canvas } = rendering;
  for (const id of scene.withComponent('text')) {
    const entity = scene.get(id);
    const fields = entity?.components.text;
    if (entity === undefined || fields === undefined || !scene.isActive(id)) continue;
    if (typeof fields.text !== 'string' || fields.text === '') continue;
    const at = projectPoint(view, projection, scene.worldPosition(id));
    if (at === undefined || isHidden(rendering, at.x, at.y, at.distance)) continue;
    const size = typeof fields.size === 'number' ? fields.size : 0.5;
    const pixels = size * (projection.orthographic ? projection.scale : projection.scale / at.distance);
    const dot = Math.round(pixels / GLYPH_HEIGHT);
    if (dot < 1 || dot > 64) continue;
    const color = bytesOf(entity.color);
    const lines = fields.text.split('\n').slice(0, 20);
    const width = Math.max(...lines.map((line) => textWidth(line.slice(0, 80)))) * dot;
    const height = lines.length * (GLYPH_HEIGHT + 2) * dot;
    const left = Math.round(
      at.x - (fields.align === 'left' ? 0 : fields.align === 'right' ? width : width / 2),
    );
    const top = Math.round(at.y - height / 2);
    for (const [row, line] of lines.entries())
      canvas.text(line.slice(0, 80), left, top + row * (GLYPH_HEIGHT + 2) * dot, color, dot);
    marks.push({ id, kind: 'text', box: { x: left, y: top, width, height } });
  }
  return marks;
}

/** Marks lights and cameras that are in the picture with a small diamond. */
export function drawMarks(
  scene: Scene,
  rendering: Rendering,
  view: CameraView,
  projection: Projection,
): Mark[] {
  const marks: Mark[] = [];
  for (const kind of ['light', 'camera'] as const) {
    for (const id of scene.withComponent(kind)) {
      const at = projectPoint(view, projection, scene.worldPosition(id));
      if (at === undefined || marks.length >= MAX_LABELS || isHidden(rendering, at.x, at.y, at.distance))
        continue;
      const x = Math.round(at.x);
      const y = Math.round(at.y);
      if (x < 0 || y < 0 || x >= projection.width || y >= projection.height) continue;
      for (let row = -4; row <= 4; row += 1) {
        const half = 4 - Math.abs(row);
        for (let column = -half; column <= half; column += 1)
          rendering.canvas.dot(x + column, y + row, half === Math.abs(column) ? BACK : MARK);
      }
      marks.push({ id, kind, box: { x: x - 4, y: y - 4, width: 9, height: 9 } });
    }
  }
  return marks;
}

/** Boxes and labels; a label that would cover another moves down, or is left out where there is no room. */
export function drawLabels(canvas: Canvas, scene: Scene, seen: readonly (Seen | Mark)[]): void {
  const taken: Rectangle[] = [];
  for (const { id, box } of seen.slice(0, MAX_LABELS)) {
    const name = scene.get(id)?.name ?? '';
    const label = `#${id} ${name.length > 24 ? `${name.slice(0, 23)}.` : name}`;
    canvas.outline(box, BOX, 0.55);
    const wanted = Canvas.labelBox(label, box.x, box.y);
    // Above what it names, so that it hides something else at worst.
    const place = freePlace({ ...wanted, y: box.y - wanted.height }, canvas, taken);
    if (place === undefined) continue;
    taken.push(place);
    canvas.fill(place, BACK, 0.78);
    canvas.text(label, place.x + 2, place.y + 2, INK);
  }
}

function freePlace(wanted: Rectangle, canvas: Canvas, taken: readonly Rectangle[]): Rectangle | undefined {
  const x = Math.max(0, Math.min(wanted.x, canvas.width - wanted.width));
  for (let step = 0; step < 6; step += 1) {
    const y = Math.max(0, Math.min(wanted.y, canvas.height - wanted.height)) + step * (wanted.height + 1);
    const place = { ...wanted, x, y };
    if (y + wanted.height <= canvas.height && !taken.some((other) => overlap(place, other))) return place;
  }
  return undefined;
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function isHidden({ depth, canvas }: Rendering, x: number, y: number, distance: number): boolean {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column >= canvas.width || row >= canvas.height) return false;
  // A little nearer than its own shape: a light inside its lamp is to be seen.
  return (depth[row * canvas.width + column] ?? Infinity) < distance * 0.9 - 0.5;
}

function bytesOf(color: string): Color {
  const bits = Number.parseInt(color.slice(1, 7), 16);
  return [(bits >> 16) & 255, (bits >> 8) & 255, bits & 255];
}
