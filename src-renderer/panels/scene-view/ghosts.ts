/** What is not there: where entities would be created or moved to by a dry run. */
import {
  Color,
  EdgesGeometry,
  BoxGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Vector3,
} from 'three';

const MOST = 500;
const box = new BoxGeometry(1, 1, 1);
const edges = new EdgesGeometry(box);

export class Ghosts {
  readonly group = new Group();
  private readonly fill = new MeshBasicMaterial({ transparent: true, opacity: 0.22, depthWrite: false });
  private readonly line = new LineBasicMaterial({ depthTest: false, transparent: true });

  setColor(color: string): void {
    this.fill.color = new Color(color);
    this.line.color = new Color(color);
  }

  /** Shows a ghost at each place, of a size in metres. */
  show(places: readonly { readonly at: Vector3; readonly size: Vector3 }[]): void {
    this.group.clear();
    for (const { at, size } of places.slice(0, MOST)) {
      for (const object of [new Mesh(box, this.fill), new LineSegments(edges, this.line)]) {
        object.position.copy(at);
        object.scale.copy(size);
        object.renderOrder = 3;
        this.group.add(object);
      }
    }
  }

  dispose(): void {
    this.group.clear();
    this.fill.dispose();
    this.line.dispose();
  }
}
