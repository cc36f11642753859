import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Scene } from '../scene/scene';
import { lookFrom, projectionOf, toView, viewOfBox } from './camera';
import { Canvas } from './canvas';
import { parseColor, toByte } from './color';
import { glyphOf, GLYPH_HEIGHT, GLYPH_WIDTH, textWidth } from './font';
import { encodePng } from './png';
import { renderScene } from './render-scene';
import { shapeOf } from './shapes';

test('a PNG has its size in the header and its pixels in the data', () => {
  const rgb = Uint8Array.from([255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 255, 1]);
  const png = encodePng(2, 2, rgb);
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([2, 2, 8, 2]);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  // The second row is told as the difference from the first.
  expect([...rows]).toEqual([0, 255, 0, 0, 0, 255, 0, 2, 0, 0, 0, 0, 0, 1]);
  expect(png.subarray(-8, -4).toString('latin1')).toBe('IEND');
});

test('colours go from text to light and back', () => {
  const { rgb, alpha } = parseColor('#ff800040');
  expect(rgb.map(toByte)).toEqual([255, 128, 0]);
  expect(alpha).toBeCloseTo(64 / 255);
  expect(parseColor('red')).toEqual({ rgb: [1, 1, 1], alpha: 1 });
  expect([toByte(-1), toByte(7)]).toEqual([0, 255]);
});

test('each primitive fits a cube of one metre and has unit normals', () => {
  for (const primitive of ['cube', 'sphere', 'plane', 'cylinder', 'cone', 'capsule', 'torus', 'quad']) {
    const { positions, normals, indices } = shapeOf(primitive, 'fine');
    expect(Math.max(...positions.map(Math.abs)), primitive).toBeCloseTo(0.5);
    for (let corner = 0; corner < normals.length; corner += 3) {
      expect(Math.hypot(normals[corner]!, normals[corner + 1]!, normals[corner + 2]!), primitive).toBeCloseTo(
        1,
      );
    }
    expect(Math.max(...indices)).toBeLessThan(positions.length / 3);
  }
});

test('looking straight down still has an upright picture', () => {
  const view = lookFrom([0, 10, 0], [0, 0, 0], 60);
  expect(toView(view, [0, 0, 0])).toEqual([0, 0, 10]);
  expect(view.right).toEqual([1, 0, 0]);
});

test('a box that is framed is wholly in the picture, and fills it', () => {
  const low = [10, 0, -30] as const;
  const high = [14, 9, -20] as const;
  const view = viewOfBox(low, high, 50, 16 / 9, [0.6, 0.45, 0.75]);
  const projection = projectionOf(view, 160, 90);
  let widest = 0;
  for (const x of [low[0], high[0]]) {
    for (const y of [low[1], high[1]]) {
      for (const z of [low[2], high[2]]) {
        const [right, up, distance] = toView(view, [x, y, z]);
        widest = Math.max(
          widest,
          (Math.abs(right) * projection.scale) / distance / 80,
          (Math.abs(up) * projection.scale) / distance / 45,
        );
      }
    }
  }
  expect(widest).toBeLessThan(1);
  expect(widest).toBeGreaterThan(0.8);
});

test('letters have seven rows of five dots, and unknown ones are a box', () => {
  for (const character of 'ABCXYZabc019 #-_.,:()[]/"ä') {
    const rows = glyphOf(character);
    expect(rows).toHaveLength(GLYPH_HEIGHT);
    expect(rows.every((row) => row.length === GLYPH_WIDTH)).toBe(true);
  }
  expect(glyphOf('ä')).toEqual(glyphOf('A'));
  expect(glyphOf('漢')).toEqual(glyphOf('字'));
  expect(textWidth('AB')).toBe(11);
  const canvas = new Canvas(8, 9);
  canvas.text('I', 1, 1, [255, 255, 255]);
  expect(canvas.rgb[(1 * 8 + 2) * 3]).toBe(255);
  expect(canvas.rgb[(1 * 8 + 1) * 3]).toBe(0);
  canvas.text('outside', -100, -100, [1, 1, 1]);
});

test('shapes that reach behind the camera are cut off there, and an orthographic view keeps sizes', () => {
  const scene = new Scene();
  const tx = scene.begin();
  tx.create({
    name: 'Floor',
    scale: [1000, 1, 1000],
    components: { mesh: { mesh: 'plane', shading: 'unlit' } },
  });
  tx.create({ name: 'Near', position: [0, 1, -4], components: { mesh: { mesh: 'cube' } } });
  tx.create({ name: 'Far', position: [3, 1, -400], components: { mesh: { mesh: 'cube' } } });
  tx.commit();
  const low = renderScene(scene, {
    width: 80,
    height: 60,
    view: lookFrom([0, 1, 0], [0, 1, -10], 60),
    grid: true,
  });
  expect(low.seen.map((seen) => seen.id)).toContain(1);
  expect(low.seen[0]?.box).toMatchObject({ x: 0, width: 80 });
  const flat = { ...lookFrom([0, 1, 0], [0, 1, -10], 60), orthoSize: 10 };
  const boxes = renderScene(scene, { width: 80, height: 60, view: flat, grid: false }).seen.filter(
    (seen) => seen.id > 1,
  );
  expect(boxes.map((seen) => [seen.id, seen.box.width, seen.box.height])).toEqual([
    [2, 6, 6],
    [3, 6, 6],
  ]);
});

test('the same scene gives the same picture', () => {
  const scene = new Scene();
  const tx = scene.begin();
  for (let n = 0; n < 20; n += 1)
    tx.create({ name: `S${n}`, position: [n % 5, n / 7, -n], components: { mesh: { mesh: 'torus' } } });
  tx.commit();
  const render = () =>
    renderScene(scene, { width: 60, height: 40, view: lookFrom([2, 2, 8], [2, 1, 0], 50), grid: true }).canvas
      .rgb;
  expect(Buffer.from(render()).equals(Buffer.from(render()))).toBe(true);
});
