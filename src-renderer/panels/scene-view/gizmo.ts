/** Handles that move, turn and scale one entity. What is dragged is only shown; the end of the drag is one edit. */
import type { Matrix4 } from 'three';
import { Euler, MathUtils, Object3D, type PerspectiveCamera, Quaternion, type Scene, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { JsonObject, Vec3 } from '../../../src-preload/contract';

export type GizmoMode = 'select' | 'translate' | 'rotate' | 'scale';

export interface GizmoEvents {
  /** The mouse took hold of a handle, or let go: the camera must stand still meanwhile. */
  onHold(held: boolean): void;
  /** While dragging: the entity's matrix in the world. */
  onPreview(id: number, matrix: Matrix4): void;
  /** At the end: the changed properties, as `entity_update` takes them. */
  onCommit(id: number, change: JsonObject): void;
  onDraw(): void;
}

const SNAP = { translate: 0.25, rotate: MathUtils.degToRad(15), scale: 0.1 };

export class Gizmo {
  /** Pointing at a handle: a press belongs to it. */
  get hot(): boolean {
    return this.controls.enabled && this.controls.axis !== null;
  }

  private readonly controls: TransformControls;
  private readonly proxy = new Object3D();
  private target: { id: number; parent: Matrix4 } | null = null;
  private mode: GizmoMode = 'select';

  constructor(
    private readonly scene: Scene,
    camera: PerspectiveCamera,
    canvas: HTMLCanvasElement,
    private readonly events: GizmoEvents,
  ) {
    this.controls = new TransformControls(camera, canvas);
    this.controls.setSize(1.15);
    this.controls.setColors('#e0524d', '#4fa05a', '#4b7fe0', '#f1ba4b');
    this.scene.add(this.proxy, this.controls.getHelper());
    this.controls.addEventListener('change', () => events.onDraw());
    this.controls.addEventListener('dragging-changed', ({ value }) => {
      events.onHold(value === true);
      if (value !== true) this.commit();
    });
    this.controls.addEventListener('objectChange', () => {
      if (this.target === null) return;
      this.proxy.updateMatrixWorld();
      events.onPreview(this.target.id, this.proxy.matrixWorld.clone());
    });
  }

  setMode(mode: GizmoMode): void {
    this.mode = mode;
    if (mode !== 'select') this.controls.setMode(mode);
    this.controls.setSpace(mode === 'translate' ? 'world' : 'local');
    this.attach();
  }

  setSnap(on: boolean): void {
    this.controls.setTranslationSnap(on ? SNAP.translate : null);
    this.controls.setRotationSnap(on ? SNAP.rotate : null);
    this.controls.setScaleSnap(on ? SNAP.scale : null);
  }

  /** Puts the handles on an entity, or takes them away. */
  setTarget(target: { readonly id: number; readonly world: Matrix4; readonly parent: Matrix4 } | null): void {
    if (this.controls.dragging) return;
    this.target = target === null ? null : { id: target.id, parent: target.parent.clone() };
    if (target !== null) target.world.decompose(this.proxy.position, this.proxy.quaternion, this.proxy.scale);
    this.attach();
  }

  /** Takes back a drag that is under way. Whether there was one. */
  cancel(): boolean {
    if (!this.controls.dragging) return false;
    this.controls.reset();
    this.proxy.updateMatrixWorld();
    if (this.target) this.events.onPreview(this.target.id, this.proxy.matrixWorld.clone());
    return true;
  }

  dispose(): void {
    this.controls.detach();
    this.controls.dispose();
  }

  private attach(): void {
    const on = this.target !== null && this.mode !== 'select';
    this.controls.enabled = on;
    if (on) this.controls.attach(this.proxy);
    else this.controls.detach();
    this.events.onDraw();
  }

  private commit(): void {
    if (this.target === null || this.mode === 'select') return;
    this.proxy.updateMatrixWorld();
    const local = this.target.parent.clone().invert().multiply(this.proxy.matrixWorld);
    this.events.onCommit(this.target.id, changeOf(this.mode, local));
  }
}

/** The property that a drag in a mode changes, read from an entity's matrix relative to its parent. */
export function changeOf(mode: Exclude<GizmoMode, 'select'>, local: Matrix4): JsonObject {
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  local.decompose(position, rotation, scale);
  if (mode === 'translate') return { position: rounded(position.x, position.y, position.z) };
  if (mode === 'scale') return { scale: rounded(scale.x, scale.y, scale.z) };
  const euler = new Euler().setFromQuaternion(rotation, 'YXZ');
  return {
    rotation: rounded(MathUtils.radToDeg(euler.x), MathUtils.radToDeg(euler.y), MathUtils.radToDeg(euler.z)),
  };
}

function rounded(...values: readonly [number, number, number]): Vec3 {
  const [x, y, z] = values.map((value) => Number(value.toFixed(4)) + 0);
  return [x ?? 0, y ?? 0, z ?? 0];
}
