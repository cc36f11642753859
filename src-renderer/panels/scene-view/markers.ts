/** Marks for entities without a shape: lights, cameras, text and empty ones, always of the same size on screen. */
import {
  CanvasTexture,
  Group,
  type Matrix4,
  type Raycaster,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from 'three';
import type { Entity } from '../../../src-preload/contract';
import { stringOf } from '../../state/read-json';

type Kind = 'light' | 'camera' | 'empty' | 'text';

const MOST = 2000;
const ICON = 0.026;

export class Markers {
  readonly group = new Group();
  private readonly sprites = new Map<number, Sprite>();
  private readonly icons = new Map<string, SpriteMaterial>();

  /** Empty entities that hold others need no mark: what they hold shows where they are. */
  set(entity: Entity, matrix: Matrix4, active: boolean, holds: boolean): void {
    const kind = kindOf(entity, holds);
    if (kind === undefined || (!this.sprites.has(entity.id) && this.sprites.size >= MOST))
      return this.delete(entity.id);
    let sprite = this.sprites.get(entity.id);
    if (sprite === undefined) {
      sprite = new Sprite();
      sprite.userData['id'] = entity.id;
      this.sprites.set(entity.id, sprite);
      this.group.add(sprite);
    }
    const text = kind === 'text' ? stringOf(entity.components['text']?.['text']) : undefined;
    if (text !== undefined && text !== '') {
      const size = Number(entity.components['text']?.['size'] ?? 0.5);
      const { material, aspect } = this.writing(text, entity.color.slice(0, 7));
      sprite.material = material;
      sprite.scale.set(size * 1.5 * aspect, size * 1.5, 1);
    } else {
      sprite.material = this.icon(kind, entity.color.slice(0, 7), active);
      sprite.scale.set(ICON, ICON, 1);
    }
    sprite.position.setFromMatrixPosition(matrix);
  }

  delete(id: number): void {
    const sprite = this.sprites.get(id);
    if (sprite === undefined) return;
    this.sprites.delete(id);
    this.group.remove(sprite);
  }

  hits(ray: Raycaster): readonly { readonly id: number; readonly distance: number }[] {
    return ray.intersectObject(this.group, true).flatMap((hit) => {
      const id: unknown = hit.object.userData['id'];
      return typeof id === 'number' ? [{ id, distance: hit.distance }] : [];
    });
  }

  dispose(): void {
    this.group.clear();
    this.sprites.clear();
    for (const material of this.icons.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.icons.clear();
  }

  private icon(kind: Kind, color: string, active: boolean): SpriteMaterial {
    return this.material(`${kind}|${kind === 'light' ? color : ''}|${active}`, () => ({
      canvas: drawIcon(kind, color, active),
      attenuate: false,
    }));
  }

  private writing(text: string, color: string): { material: SpriteMaterial; aspect: number } {
    const material = this.material(`text|${text}|${color}`, () => ({
      canvas: drawText(text.slice(0, 200), color),
      attenuate: true,
    }));
    const image = material.map?.image as HTMLCanvasElement | undefined;
    return { material, aspect: image === undefined ? 1 : image.width / image.height };
  }

  private material(
    key: string,
    draw: () => { canvas: HTMLCanvasElement; attenuate: boolean },
  ): SpriteMaterial {
    let material = this.icons.get(key);
    if (material === undefined) {
      const { canvas, attenuate } = draw();
      const map = new CanvasTexture(canvas);
      map.colorSpace = SRGBColorSpace;
      material = new SpriteMaterial({
        map,
        sizeAttenuation: attenuate,
        depthTest: attenuate,
        transparent: true,
        fog: false,
      });
      this.icons.set(key, material);
    }
    return material;
  }
}

function kindOf(entity: Entity, holds: boolean): Kind | undefined {
  const { components } = entity;
  if (components['text']) return 'text';
  if (components['mesh']) return undefined;
  return components['light'] ? 'light' : components['camera'] ? 'camera' : holds ? undefined : 'empty';
}

function drawIcon(kind: Kind, color: string, active: boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  pen.globalAlpha = active ? 1 : 0.4;
  pen.fillStyle = 'rgba(18, 20, 25, 0.72)';
  pen.beginPath();
  pen.arc(32, 32, 30, 0, Math.PI * 2);
  pen.fill();
  pen.strokeStyle = kind === 'light' ? color : '#ffffff';
  pen.fillStyle = pen.strokeStyle;
  pen.lineWidth = 4;
  pen.lineCap = pen.lineJoin = 'round';
  pen.beginPath();
  if (kind === 'light') {
    pen.arc(32, 32, 9, 0, Math.PI * 2);
    pen.fill();
    for (let ray = 0; ray < 8; ray += 1) {
      const [x, y] = [Math.cos((ray * Math.PI) / 4), Math.sin((ray * Math.PI) / 4)];
      pen.moveTo(32 + x * 15, 32 + y * 15);
      pen.lineTo(32 + x * 20, 32 + y * 20);
    }
  } else if (kind === 'camera') {
    pen.roundRect(14, 22, 24, 20, 4);
    pen.moveTo(39, 30);
    pen.lineTo(49, 24);
    pen.lineTo(49, 40);
    pen.lineTo(39, 34);
  } else {
    pen.arc(32, 32, 12, 0, Math.PI * 2);
  }
  pen.stroke();
  return canvas;
}

function drawText(text: string, color: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const font = '600 48px "Inter Variable", sans-serif';
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  pen.font = font;
  canvas.width = Math.max(8, Math.ceil(pen.measureText(text).width) + 16);
  canvas.height = 64;
  pen.font = font;
  pen.fillStyle = color;
  pen.textBaseline = 'middle';
  pen.fillText(text, 8, 34);
  return canvas;
}
