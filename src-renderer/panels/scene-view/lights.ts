/** Lights of the scene, its environment, and the light of the editor where the scene has none. */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Fog,
  Group,
  HemisphereLight,
  type Light,
  type Matrix4,
  PointLight,
  type Scene,
  SpotLight,
  Vector3,
} from 'three';
import type { Entity, Environment, JsonObject } from '../../../src-preload/contract';
import { numberOf, objectOf, stringOf } from '../../state/read-json';

/** Each light is work for every pixel. */
const MOST = 24;
const DEFAULT_BACKGROUND = '#aec6d8';
const place = new Vector3();
const ahead = new Vector3();

export class Lights {
  readonly group = new Group();
  private readonly lights = new Map<number, Light>();
  private fog: { readonly near: number; readonly far: number } | null = null;
  private readonly ambient = new AmbientLight('#ffffff', 0.6);
  /** Gives shape to things where the scene has no light of its own. */
  private readonly studio = new HemisphereLight('#ffffff', '#8d8d99', 1.6);
  private readonly key = new DirectionalLight('#ffffff', 1.4);

  constructor() {
    this.key.position.set(4, 8, 6);
    this.group.add(this.ambient, this.studio, this.key);
  }

  set(entity: Entity, matrix: Matrix4, active: boolean): void {
    const fields = entity.components['light'];
    if (fields === undefined || !active || (!this.lights.has(entity.id) && this.lights.size >= MOST))
      return this.delete(entity.id);
    const kind = stringOf(fields['kind']) ?? 'point';
    let light = this.lights.get(entity.id);
    if (light === undefined || light.userData['kind'] !== kind) {
      this.delete(entity.id);
      light = make(kind);
      light.userData['kind'] = kind;
      this.lights.set(entity.id, light);
      this.group.add(light);
    }
    adjust(light, entity, fields, matrix);
    this.balance();
  }

  delete(id: number): void {
    const light = this.lights.get(id);
    if (light === undefined) return;
    this.lights.delete(id);
    this.group.remove(light);
    if (light instanceof DirectionalLight || light instanceof SpotLight) this.group.remove(light.target);
    light.dispose();
    this.balance();
  }

  /** Background, ambient light and fog. Answers the background. */
  setEnvironment(environment: Environment, scene: Scene): Color {
    const background = colorOf(environment['background'], DEFAULT_BACKGROUND);
    scene.background = background;
    const ambient = objectOf(environment['ambient']);
    this.ambient.color = colorOf(ambient['color'], '#ffffff');
    this.ambient.intensity = (numberOf(ambient['intensity']) ?? 0.6) * 1.2;
    const fog = objectOf(environment['fog']);
    scene.fog =
      environment['fog'] === undefined
        ? null
        : new Fog(
            colorOf(fog['color'], DEFAULT_BACKGROUND),
            numberOf(fog['near']) ?? 30,
            numberOf(fog['far']) ?? 120,
          );
    return background;
  }

  /** Fog begins behind what one looks at, so that moving away never hides it. */
  clearAir(scene: Scene, distance: number): void {
    if (this.fog === null || !(scene.fog instanceof Fog)) return;
    const shift = Math.max(0, distance - this.fog.near);
    scene.fog.near = this.fog.near + shift;
    scene.fog.far = this.fog.far + shift * 2;
  }

  dispose(): void {
    for (const id of [...this.lights.keys()]) this.delete(id);
    this.studio.dispose();
    this.key.dispose();
  }

  private balance(): void {
    const own = this.lights.size > 0;
    this.studio.intensity = own ? 0.35 : 1.6;
    this.key.visible = !own;
  }
}

function make(kind: string): Light {
  switch (kind) {
    case 'directional':
      return new DirectionalLight();
    case 'spot':
      return new SpotLight();
    case 'ambient':
      return new AmbientLight();
    default:
      return new PointLight();
  }
}

function adjust(light: Light, entity: Entity, fields: JsonObject, matrix: Matrix4): void {
  const intensity = numberOf(fields['intensity']) ?? 1;
  const range = numberOf(fields['range']) ?? 10;
  light.color.set(entity.color.slice(0, 7));
  light.position.setFromMatrixPosition(matrix);
  light.intensity = intensity;
  if (light instanceof PointLight || light instanceof SpotLight) {
    light.distance = range;
    light.decay = 1.4;
    light.intensity = intensity * 8;
  }
  if (light instanceof DirectionalLight) light.intensity = intensity * 2;
  if (light instanceof DirectionalLight || light instanceof SpotLight) {
    ahead.set(0, 0, -1).transformDirection(matrix);
    light.target.position.copy(place.copy(light.position).add(ahead));
    light.target.updateMatrixWorld();
  }
  if (light instanceof SpotLight) {
    light.angle = (((numberOf(fields['spotAngle']) ?? 45) / 2) * Math.PI) / 180;
    light.penumbra = numberOf(fields['softness']) ?? 0.2;
  }
  if (light instanceof DirectionalLight) {
    light.castShadow = fields['castShadows'] === true;
    light.shadow.mapSize.set(2048, 2048);
    light.shadow.bias = -0.0004;
    light.shadow.normalBias = 0.08;
    const box = light.shadow.camera;
    box.left = box.bottom = -25;
    box.right = box.top = 25;
    box.near = 0.5;
    box.far = 120;
    // A directional light has no place: it must stand off what it lights for its shadows.
    light.position.copy(ahead).multiplyScalar(-50);
    light.target.position.set(0, 0, 0);
    light.target.updateMatrixWorld();
    light.updateMatrixWorld();
  }
}

function colorOf(value: unknown, fallback: string): Color {
  const text = stringOf(value);
  return new Color(text !== undefined && /^#[0-9a-f]{6}/i.test(text) ? text.slice(0, 7) : fallback);
}
