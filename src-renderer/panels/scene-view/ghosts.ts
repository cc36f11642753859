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
  type Matrix4,
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

  /** Shows a box of a metre in each of these spaces. */
  show(places: readonly Matrix4[]): void {
    this.group.clear();
    for (const place of places.slice(0, MOST)) {
      for (const object of [new Mesh(box, this.fill), new LineSegments(edges, this.line)]) {
        object.matrixAutoUpdate = false;
        object.matrix.copy(place);
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
