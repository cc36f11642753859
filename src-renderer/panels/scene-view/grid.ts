/** The ground grid: lines of one and ten metres that fade with distance, and the x and z axes in colour. */
import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial } from 'three';

const REACH = 400;

const VERTEX = /* glsl */ `
  varying vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;
const FRAGMENT = /* glsl */ `
  uniform vec3 tint;
  uniform vec3 axisX;
  uniform vec3 axisZ;
  varying vec3 place;
  float lines(vec2 at, float step) {
    vec2 cell = at / step;
    vec2 width = fwidth(cell);
    vec2 near = abs(fract(cell - 0.5) - 0.5) / max(width, 1e-5);
    float fade = 1.0 - smoothstep(0.15, 0.6, max(width.x, width.y));
    return (1.0 - min(min(near.x, near.y), 1.0)) * fade;
  }
  void main() {
    float away = distance(place.xz, cameraPosition.xz) / (30.0 + abs(cameraPosition.y) * 5.0);
    float fade = 1.0 - smoothstep(0.3, 1.0, away);
    float strength = max(lines(place.xz, 1.0) * 0.2, lines(place.xz, 10.0) * 0.4);
    vec3 color = tint;
    vec2 width = fwidth(place.xz);
    float onX = 1.0 - min(abs(place.z) / max(width.y * 1.2, 1e-5), 1.0);
    float onZ = 1.0 - min(abs(place.x) / max(width.x * 1.2, 1e-5), 1.0);
    if (onX > 0.0) { color = axisX; strength = max(strength, onX * 0.75); }
    if (onZ > 0.0) { color = axisZ; strength = max(strength, onZ * 0.75); }
    float alpha = strength * fade;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(color, alpha);
    #include <colorspace_fragment>
  }`;

export class Grid {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        tint: { value: new Color('#7d8794') },
        axisX: { value: new Color('#d9534f') },
        axisZ: { value: new Color('#4f83d9') },
      },
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 4,
    });
    this.mesh = new Mesh(new PlaneGeometry(REACH * 2, REACH * 2).rotateX(-Math.PI / 2), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  /** Light lines on dark ground and the other way round. */
  fitTo(background: Color): void {
    const { r, g, b } = background;
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
    (this.mesh.material.uniforms['tint']?.value as Color).set(light ? '#4a525d' : '#a3adba');
  }

  /** Keeps the grid around the camera, on whole metres. */
  follow(x: number, z: number): void {
    this.mesh.position.set(Math.round(x / 10) * 10, 0, Math.round(z / 10) * 10);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
