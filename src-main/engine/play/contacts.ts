/**
 * Who touches whom: overlaps of entities with a `body` component, as boxes along the axes and spheres. Nothing is pushed
 * apart and nothing falls; behaviours are told when a touch begins and when it ends.
 */
import type { Entity, Vec3 } from '../scene/entity';
import type { Scene } from '../scene/scene';
import type { EntityChanges } from '../scene/transaction';
import type { Contact } from '../../wander/behavior/contract';

interface Shape {
  readonly id: number;
  readonly low: Vec3;
  readonly high: Vec3;
  readonly center: Vec3;
  /** Of a sphere. */
  readonly radius?: number;
  readonly isStatic: boolean;
  readonly trigger: boolean;
}

interface Touch {
  readonly a: number;
  readonly b: number;
  readonly trigger: boolean;
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** Shapes that only meet, as a box on the ground does, do not touch. */
const LEAST_OVERLAP = 1e-6;

export class Contacts {
  private readonly shapes = new Map<number, Shape>();
  private readonly moved = new Map<number, Vec3>();
  private touching = new Map<string, Touch>();

  constructor(private readonly scene: Scene) {
    for (const id of scene.withComponent('body')) this.place(id);
    this.touching = this.find();
  }

  /** What began and ended with the changes of a step that took `seconds`, in order of ids. */
  update(changes: EntityChanges, seconds: number): readonly Contact[] {
    this.moved.clear();
    let differs = false;
    for (const id of this.affected(changes)) {
      const before = this.shapes.get(id)?.center;
      this.place(id);
      const after = this.shapes.get(id)?.center;
      differs ||= before !== undefined || after !== undefined;
      if (before !== undefined && after !== undefined)
        this.moved.set(id, [after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    }
    if (!differs) return [];
    const before = this.touching;
    this.touching = this.find();
    const found: Contact[] = [];
    for (const [key, touch] of this.touching) {
      if (before.has(key)) continue;
      const { a, b, trigger, point, normal } = touch;
      const impact = this.closing(touch) / seconds;
      found.push(
        trigger
          ? { kind: 'trigger_enter', a, b, point, normal }
          : { kind: 'collide', a, b, point, normal, impact },
      );
    }
    for (const [key, { a, b, trigger }] of before) {
      if (this.touching.has(key)) continue;
      found.push({ kind: trigger ? 'trigger_exit' : 'collide_end', a, b });
    }
    return found.sort((x, y) => x.a - y.a || x.b - y.b);
  }

  /** Metres by which the two came nearer along the normal. */
  private closing({ a, b, normal }: Touch): number {
    const still: Vec3 = [0, 0, 0];
    const one = this.moved.get(a) ?? still;
    const other = this.moved.get(b) ?? still;
    return Math.max(
      0,
      (one[0] - other[0]) * normal[0] + (one[1] - other[1]) * normal[1] + (one[2] - other[2]) * normal[2],
    );
  }

  /** Bodies among what changed and what is below it. */
  private affected(changes: EntityChanges): Set<number> {
    const found = new Set<number>();
    for (const id of changes.keys()) {
      found.add(id);
      for (const below of this.scene.descendantsOf(id)) found.add(below);
    }
    return found;
  }

  private place(id: number): void {
    const entity = this.scene.get(id);
    const shape =
      entity?.components.body !== undefined && this.scene.isActive(id)
        ? shapeOf(entity, this.scene)
        : undefined;
    if (shape === undefined) this.shapes.delete(id);
    else this.shapes.set(id, shape);
  }

  /** All overlaps, by sorting along x and sweeping. */
  private find(): Map<string, Touch> {
    const sorted = [...this.shapes.values()].sort((a, b) => a.low[0] - b.low[0] || a.id - b.id);
    const found: Touch[] = [];
    let open: Shape[] = [];
    for (const shape of sorted) {
      open = open.filter((other) => other.high[0] > shape.low[0]);
      for (const other of open) {
        const touch = touchOf(shape.id < other.id ? shape : other, shape.id < other.id ? other : shape);
        if (touch !== undefined) found.push(touch);
      }
      open.push(shape);
    }
    found.sort((x, y) => x.a - y.a || x.b - y.b);
    return new Map(found.map((touch) => [`${touch.a}:${touch.b}`, touch]));
  }
}

function shapeOf(entity: Entity, scene: Scene): Shape {
  const { id } = entity;
  const m = scene.worldMatrix(id);
  const { kind, shape, trigger } = entity.components.body ?? {};
  const center: Vec3 = [m[3], m[7], m[11]];
  const size = (column: 0 | 1 | 2): number => Math.hypot(m[column], m[column + 4] ?? 0, m[column + 8] ?? 0);
  const about = { id, center, isStatic: kind === 'static', trigger: trigger === true };
  if (shape === 'sphere') {
    const radius = Math.max(size(0), size(1), size(2)) / 2;
    return { ...about, radius, low: shift(center, -radius), high: shift(center, radius) };
  }
  const half = (row: 0 | 4 | 8): number =>
    (Math.abs(m[row]) + Math.abs(m[row + 1] ?? 0) + Math.abs(m[row + 2] ?? 0)) / 2;
  const [x, y, z] = [half(0), half(4), half(8)];
  return {
    ...about,
    low: [center[0] - x, center[1] - y, center[2] - z],
    high: [center[0] + x, center[1] + y, center[2] + z],
  };
}

function shift(point: Vec3, by: number): Vec3 {
  return [point[0] + by, point[1] + by, point[2] + by];
}

function touchOf(a: Shape, b: Shape): Touch | undefined {
  if (a.isStatic && b.isStatic) return undefined;
  const low: Vec3 = [max(a.low, b.low, 0), max(a.low, b.low, 1), max(a.low, b.low, 2)];
  const high: Vec3 = [min(a.high, b.high, 0), min(a.high, b.high, 1), min(a.high, b.high, 2)];
  const depth: Vec3 = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
  if (depth.some((part) => part <= LEAST_OVERLAP)) return undefined;
  const apart: Vec3 = [b.center[0] - a.center[0], b.center[1] - a.center[1], b.center[2] - a.center[2]];
  const distance = Math.hypot(...apart);
  const about = { a: a.id, b: b.id, trigger: a.trigger || b.trigger };
  const middle: Vec3 = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  if (a.radius !== undefined && b.radius !== undefined) {
    if (distance >= a.radius + b.radius - LEAST_OVERLAP) return undefined;
    return { ...about, point: middle, normal: direction(apart, distance) };
  }
  const ball = a.radius === undefined ? b : a;
  if (ball.radius !== undefined) {
    const box = ball === a ? b : a;
    const nearest: Vec3 = [nearestOf(ball, box, 0), nearestOf(ball, box, 1), nearestOf(ball, box, 2)];
    const gap = Math.hypot(
      nearest[0] - ball.center[0],
      nearest[1] - ball.center[1],
      nearest[2] - ball.center[2],
    );
    if (gap >= ball.radius - LEAST_OVERLAP) return undefined;
  }
  // Out of each other by the shortest way.
  const axis = depth[0] <= depth[1] && depth[0] <= depth[2] ? 0 : depth[1] <= depth[2] ? 1 : 2;
  const sign = apart[axis] < 0 ? -1 : 1;
  const normal: Vec3 = [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
  return { ...about, point: middle, normal };
}

function nearestOf(ball: Shape, box: Shape, axis: 0 | 1 | 2): number {
  return Math.min(Math.max(ball.center[axis], box.low[axis]), box.high[axis]);
}

function direction(apart: Vec3, distance: number): Vec3 {
  return distance === 0 ? [0, 1, 0] : [apart[0] / distance, apart[1] / distance, apart[2] / distance];
}

function max(a: Vec3, b: Vec3, axis: 0 | 1 | 2): number {
  return Math.max(a[axis], b[axis]);
}

function min(a: Vec3, b: Vec3, axis: 0 | 1 | 2): number {
  return Math.min(a[axis], b[axis]);
}
