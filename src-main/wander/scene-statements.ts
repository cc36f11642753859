/** What the statements `destroy`, `move`, `rotate` and `look` do. `run.site` is set. */
import type { Run } from './context';
import { updateEntity } from './entities';
import type { EntityView, Triple } from './host';
import { finite } from './operators';
import { pointOf, vecOf, WORLD_COST } from './stdlib/points';
import { withArticle } from './type-names';
import { EntityRef, Vec, type Value } from './values';

function target(run: Run, verb: string, value: Value): { ref: EntityRef; view: EntityView } {
  run.needMutate();
  if (value instanceof EntityRef) return { ref: value, view: run.view(value) };
  return run.fail(`${verb} needs an entity, not ${withArticle(value)}`);
}

function place(run: Run, what: string, value: Value): Vec {
  if (value instanceof Vec || value instanceof EntityRef) return pointOf(run, value);
  return run.fail(`${what} needs a vector or an entity, not ${withArticle(value)}`);
}

/** Marks an entity: it goes when the run ends. What is no entity, or is gone, is passed over. */
export function destroyEntity(run: Run, value: Value): void {
  run.needMutate();
  run.charge(20);
  if (!(value instanceof EntityRef) || run.doomed.has(value.id)) return;
  if (run.host.scene.entity(value.id) !== undefined) run.doomed.set(value.id, run.site);
}

/** Adds to the position relative to the parent. */
export function moveBy(run: Run, value: Value, by: Value): void {
  const { ref, view } = target(run, 'move', value);
  const step = place(run, 'move … by', by);
  const [x, y, z] = view.position;
  updateEntity(run, ref, {
    position: [finite(run, x + step.x), finite(run, y + step.y), finite(run, z + step.z)],
  });
}

/**
 * Moves by metres a second, as far as it gets in this step, and never past the place. Outside of a running game no time
 * passes, and so nothing moves.
 */
export function moveToward(run: Run, value: Value, toward: Value, speed: Value): void {
  const { ref, view } = target(run, 'move', value);
  const to = place(run, 'move … toward', toward);
  if (typeof speed !== 'number')
    return run.fail(`the speed of move … at must be a number, not ${withArticle(speed)}`);
  const step = speed * (run.game?.dt ?? 0);
  if (step === 0) return;
  const from = pointOf(run, ref);
  const [x, y, z] = [to.x - from.x, to.y - from.y, to.z - from.z];
  const length = finite(run, Math.sqrt(x * x + y * y + z * z));
  if (length === 0) return;
  const part = Math.min(1, finite(run, step / length));
  const position: Triple =
    part === 1 ? [to.x, to.y, to.z] : [from.x + x * part, from.y + y * part, from.z + z * part];
  if (view.parent === null) updateEntity(run, ref, { position });
  else {
    run.charge(20);
    run.host.scene.teleport(ref.id, position);
  }
}

/** -180 (excluded) to 180. */
function wrapDegrees(run: Run, degrees: number): number {
  const turned = finite(run, degrees) % 360;
  if (turned > 180) return turned - 360;
  return turned <= -180 ? turned + 360 : turned;
}

/** Adds degrees to the rotation. */
export function turnBy(run: Run, value: Value, by: Value): void {
  const { ref, view } = target(run, 'rotate', value);
  if (!(by instanceof Vec))
    return run.fail(
      `rotate … by needs a vector of degrees, not ${withArticle(by)}`,
      'Write rotate e by (0, 90, 0).',
    );
  const [x, y, z] = view.rotation;
  const rotation: Triple = [
    wrapDegrees(run, x + by.x),
    wrapDegrees(run, y + by.y),
    wrapDegrees(run, z + by.z),
  ];
  updateEntity(run, ref, { rotation });
}

/** Turns an entity so that its -z points at a place, without roll. An entity that is there already stays as it is. */
export function lookAt(run: Run, value: Value, at: Value): void {
  const { ref, view } = target(run, 'look', value);
  const to = place(run, 'look … at', at);
  const from = pointOf(run, ref);
  const world = new Vec(to.x - from.x, to.y - from.y, to.z - from.z);
  const { x, y, z } = view.parent === null ? world : inSpaceOf(run, view.parent, world);
  const length = finite(run, Math.sqrt(x * x + y * y + z * z));
  if (length === 0) return;
  const degrees = 180 / Math.PI;
  const pitch = Math.asin(Math.min(1, Math.max(-1, y / length))) * degrees;
  // Straight up or down, any yaw will do: the old one stays. `0 - x` is never -0, so that back is 180 and not -180.
  const yaw = x === 0 && z === 0 ? view.rotation[1] : Math.atan2(0 - x, -z) * degrees;
  updateEntity(run, ref, { rotation: [pitch, yaw, 0] });
}

/** A direction of the world as the children of an entity see it. */
function inSpaceOf(run: Run, parent: number, direction: Vec): Vec {
  run.chargeLineage(run.view(new EntityRef(parent)), WORLD_COST);
  const { right, up, forward } = run.host.scene.axes(parent);
  const along = (axis: Triple): number => {
    const { x, y, z } = vecOf(axis);
    return direction.x * x + direction.y * y + direction.z * z;
  };
  return new Vec(along(right), along(up), -along(forward));
}
