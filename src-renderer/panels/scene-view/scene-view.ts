/** The scene as it is drawn: three.js, one frame whenever something changed and none otherwise. */
import type { Color } from 'three';
import {
  ACESFilmicToneMapping,
  Matrix4,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Entity, Environment, JsonObject, Vec3 } from '../../../src-preload/contract';
import type { Highlight } from '../../state/highlight-store';
import type { SceneIndex } from '../../state/scene-index';
import { Ghosts } from './ghosts';
import { Gizmo, type GizmoMode } from './gizmo';
import { Grid } from './grid';
import { Lights } from './lights';
import { Markers } from './markers';
import { Meshes } from './meshes';
import { boxAround, Outlines, withoutGiants } from './outlines';
import { World } from './world';

export interface ViewColors {
  readonly selected: string;
  readonly created: string;
  readonly changed: string;
  readonly deleted: string;
}

export interface View {
  readonly eye: Vec3;
  readonly target: Vec3;
}

const GLIDE_MS = 120;

export class SceneView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(50, 1, 0.05, 2000);
  private readonly controls: OrbitControls;
  private readonly size = new Vector2(1, 1);
  private world: World;
  private readonly meshes = new Meshes();
  private readonly lights = new Lights();
  private readonly markers = new Markers();
  private readonly grid = new Grid();
  private readonly selected = new Outlines(3, this.size);
  private readonly changed = new Outlines(3, this.size);
  private readonly deleted = new Outlines(3, this.size);
  private readonly created = new Ghosts();
  private readonly moved = new Ghosts();
  private readonly drawn = new Map<number, Entity>();
  private readonly gizmo: Gizmo;
  private readonly ray = new Raycaster();
  private selection: readonly number[] = [];
  private highlight: Highlight | null = null;
  private frame = 0;
  private glide = 0;

  /** Throws where the machine has no WebGL. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private index: SceneIndex,
    /** A drag of the handles has ended: what it changed of an entity. */
    onEdit: (id: number, change: JsonObject) => void,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.05;
    this.world = new World(index);
    this.camera.position.set(8, 6, 10);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.target.set(0, 0.5, 0);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.screenSpacePanning = true;
    this.controls.minDistance = 0.2;
    this.controls.maxDistance = 1500;
    this.controls.addEventListener('change', () => this.draw());
    this.controls.update();
    this.gizmo = new Gizmo(this.scene, this.camera, canvas, {
      onHold: (held) => (this.controls.enabled = !held),
      onPreview: (id, matrix) => this.preview(id, matrix),
      onCommit: onEdit,
      onDraw: () => this.draw(),
    });
    this.scene.add(
      this.lights.group,
      this.meshes.group,
      this.markers.group,
      this.grid.mesh,
      this.selected.group,
      this.changed.group,
      this.deleted.group,
      this.created.group,
      this.moved.group,
    );
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.size.set(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.render();
  }

  setColors({ selected, created, changed, deleted }: ViewColors): void {
    this.selected.setColor(selected);
    this.changed.setColor(changed);
    this.deleted.setColor(deleted);
    this.created.setColor(created);
    this.moved.setColor(changed);
    this.draw();
  }

  setEnvironment(environment: Environment): void {
    const background: Color = this.lights.setEnvironment(environment, this.scene);
    this.grid.fitTo(background);
    this.draw();
  }

  setGridVisible(visible: boolean): void {
    this.grid.mesh.visible = visible;
    this.draw();
  }

  /** Draws another scene in place of the present one, from where the view looks now. */
  show(index: SceneIndex): void {
    if (index === this.index) return;
    this.gizmo.cancel();
    this.index = index;
    this.world = new World(index);
    this.sync();
  }

  /** Draws what differs from what was drawn. Records are never changed in place, so another record is another entity. */
  sync(): void {
    const touched: number[] = [];
    for (const id of [...this.drawn.keys()]) if (!this.index.has(id)) this.remove(id);
    for (const entity of this.index.values())
      if (this.drawn.get(entity.id) !== entity) touched.push(entity.id);
    for (const id of this.world.forget(touched)) {
      const entity = this.index.get(id);
      if (entity !== undefined) this.place(entity);
    }
    if (touched.length > 0) {
      this.outline();
      this.aim();
    }
    this.draw();
  }

  /** Draws an entity again as its record says. */
  redraw(id: number): void {
    this.drawn.delete(id);
    this.sync();
  }

  setMode(mode: GizmoMode): void {
    this.gizmo.setMode(mode);
  }

  /** Whether drags of the handles go in steps. */
  setSnap(on: boolean): void {
    this.gizmo.setSnap(on);
  }

  /** Takes back a drag of the handles that is under way. Whether there was one. */
  cancelDrag(): boolean {
    return this.gizmo.cancel();
  }

  /** Whether the pointer is on a handle. */
  get onHandle(): boolean {
    return this.gizmo.hot;
  }

  select(ids: readonly number[]): void {
    this.selection = ids;
    this.outline();
    this.aim();
    this.draw();
  }

  showHighlight(highlight: Highlight | null): void {
    this.highlight = highlight;
    this.outline();
    this.draw();
  }

  /** The entity at a point of the canvas, in pixels from its top left. */
  pick(x: number, y: number): number | undefined {
    this.ray.setFromCamera(new Vector2((x / this.size.x) * 2 - 1, 1 - (y / this.size.y) * 2), this.camera);
    const marker = this.markers.hits(this.ray)[0];
    const mesh = this.meshes.hits(this.ray)[0];
    // Marks are drawn over everything.
    return marker?.id ?? mesh?.id;
  }

  /** Turns to some entities, or to all, so that they fill the view. */
  focus(ids: readonly number[]): void {
    const items = (
      ids.length === 0
        ? [...this.index.values()].filter((entity) => entity.components['mesh'] !== undefined)
        : ids.flatMap((id) => this.withBelow(id))
    ).map((entity) => this.item(entity));
    const box = boxAround(ids.length === 0 ? withoutGiants(items) : items);
    if (box.isEmpty()) return;
    const sphere = box.getBoundingSphere(new Sphere());
    const radius = Math.max(0.6, Math.min(sphere.radius, 200));
    const distance = radius / Math.sin((this.camera.fov * Math.PI) / 360) / Math.min(1, this.camera.aspect);
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    // A sphere around a wide, flat scene is mostly air.
    const closeness = ids.length === 0 ? 0.8 : 1.15;
    this.moveTo(sphere.center.clone().addScaledVector(direction, distance * closeness), sphere.center);
  }

  /** Looks as the scene's own camera does, where it has a primary one; else at everything. */
  lookFirst(): void {
    const camera = [...this.index.values()].find(
      (entity) => entity.components['camera']?.['primary'] === true,
    );
    if (camera === undefined) return this.focus([]);
    const matrix = this.world.matrixOf(camera.id);
    const eye = new Vector3().setFromMatrixPosition(matrix);
    const ahead = new Vector3(0, 0, -1).transformDirection(matrix);
    const items = [...this.index.values()]
      .filter((entity) => entity.components['mesh'] !== undefined)
      .map((entity) => this.item(entity));
    const center = boxAround(withoutGiants(items)).getCenter(new Vector3());
    // What one turns around is as far as the middle of the scene.
    const reach = Math.max(2, center.sub(eye).dot(ahead));
    this.camera.position.copy(eye);
    this.controls.target.copy(eye).addScaledVector(ahead, reach);
    this.controls.update();
    this.draw();
  }

  look({ eye, target }: View): void {
    this.moveTo(new Vector3().fromArray(eye), new Vector3().fromArray(target));
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.glide);
    this.controls.dispose();
    this.gizmo.dispose();
    for (const part of [
      this.meshes,
      this.lights,
      this.markers,
      this.grid,
      this.selected,
      this.changed,
      this.deleted,
      this.created,
      this.moved,
    ])
      part.dispose();
    this.renderer.dispose();
  }

  /** Puts the handles on what was selected last. */
  private aim(): void {
    const id = this.selection.at(-1);
    const entity = id === undefined ? undefined : this.index.get(id);
    this.gizmo.setTarget(
      entity === undefined
        ? null
        : {
            id: entity.id,
            world: this.world.matrixOf(entity.id),
            parent: entity.parent === null ? new Matrix4() : this.world.matrixOf(entity.parent),
          },
    );
  }

  private preview(id: number, matrix: Matrix4): void {
    for (const touched of this.world.override(id, matrix)) {
      const entity = this.index.get(touched);
      if (entity !== undefined) this.place(entity);
    }
    this.outline();
    this.draw();
  }

  private place(entity: Entity): void {
    const matrix = this.world.matrixOf(entity.id);
    const active = this.world.isActive(entity);
    this.meshes.set(entity, matrix, active);
    this.lights.set(entity, matrix, active);
    this.markers.set(entity, matrix, active, this.index.childrenOf(entity.id).length > 0);
    this.drawn.set(entity.id, entity);
  }

  private remove(id: number): void {
    this.drawn.delete(id);
    this.world.forget([id]);
    this.meshes.delete(id);
    this.lights.delete(id);
    this.markers.delete(id);
  }

  private item(entity: Entity): { entity: Entity; matrix: Matrix4 } {
    return { entity, matrix: this.world.matrixOf(entity.id) };
  }

  private withBelow(id: number): Entity[] {
    const found: Entity[] = [];
    const stack = [id];
    for (let next = stack.pop(); next !== undefined && found.length < 10_000; next = stack.pop()) {
      const entity = this.index.get(next);
      if (entity !== undefined) found.push(entity);
      stack.push(...this.index.childrenOf(next));
    }
    return found;
  }

  private outline(): void {
    const items = (ids: readonly number[]): { entity: Entity; matrix: Matrix4 }[] =>
      ids.flatMap((id) => {
        const entity = this.index.get(id);
        return entity === undefined ? [] : [this.item(entity)];
      });
    const { highlight } = this;
    this.selected.show(items(this.selection));
    this.changed.show(items(highlight?.changed ?? []));
    this.deleted.show(items(highlight?.deleted ?? []));
    this.created.show(this.world.matricesOfNew(highlight?.created ?? []));
    this.moved.show(
      [...(highlight?.moved ?? [])].flatMap(([id, position]) => {
        const entity = this.index.get(id);
        if (entity === undefined) return [];
        const at = new Vector3().fromArray(position);
        if (entity.parent !== null) at.applyMatrix4(this.world.matrixOf(entity.parent));
        const size = boxAround([this.item(entity)]).getSize(new Vector3());
        return [new Matrix4().makeScale(...size.toArray()).setPosition(at)];
      }),
    );
  }

  private moveTo(eye: Vector3, target: Vector3): void {
    cancelAnimationFrame(this.glide);
    const from = { eye: this.camera.position.clone(), target: this.controls.target.clone() };
    const start = performance.now();
    const span = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : GLIDE_MS;
    const step = (now: number): void => {
      const part = span === 0 ? 1 : Math.min(1, (now - start) / span);
      const eased = 1 - (1 - part) ** 3;
      this.camera.position.lerpVectors(from.eye, eye, eased);
      this.controls.target.lerpVectors(from.target, target, eased);
      this.controls.update();
      this.draw();
      if (part < 1) this.glide = requestAnimationFrame(step);
    };
    this.glide = requestAnimationFrame(step);
  }

  /** Asks for a frame. */
  private draw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => this.render());
  }

  private render(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.canvas.clientWidth === 0) return;
    this.lights.clearAir(this.scene, this.camera.position.distanceTo(this.controls.target));
    this.grid.follow(this.controls.target.x, this.controls.target.z);
    this.renderer.render(this.scene, this.camera);
  }
}
