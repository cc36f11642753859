/** An image of RGB bytes to draw labels into. What is outside it is cut off. */
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf, textWidth } from './font';

export type Color = readonly [red: number, green: number, blue: number];

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class Canvas {
  readonly rgb: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.rgb = new Uint8Array(width * height * 3);
  }

  /** Mixes a colour into a pixel; `alpha` is its share. */
  dot(x: number, y: number, color: Color, alpha = 1): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const before = this.rgb[at + channel] ?? 0;
      this.rgb[at + channel] = Math.round(before + ((color[channel] ?? 0) - before) * alpha);
    }
  }

  fill({ x, y, width, height }: Rectangle, color: Color, alpha = 1): void {
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row += 1) {
      for (let column = Math.max(0, x); column < Math.min(this.width, x + width); column += 1)
        this.dot(column, row, color, alpha);
    }
  }

  outline({ x, y, width, height }: Rectangle, color: Color, alpha = 1): void {
    this.fill({ x, y, width, height: 1 }, color, alpha);
    this.fill({ x, y: y + height - 1, width, height: 1 }, color, alpha);
    this.fill({ x, y: y + 1, width: 1, height: height - 2 }, color, alpha);
    this.fill({ x: x + width - 1, y: y + 1, width: 1, height: height - 2 }, color, alpha);
  }

  /** Text with its top left corner at a place; each dot is `size` pixels. */
  text(text: string, x: number, y: number, color: Color, size = 1): void {
    let left = x;
    for (const character of text) {
      if (left > this.width) return;
      for (const [row, dots] of glyphOf(character).entries()) {
        for (let column = 0; column < GLYPH_WIDTH; column += 1) {
          if (dots[column] === '#')
            this.fill({ x: left + column * size, y: y + row * size, width: size, height: size }, color);
        }
      }
      left += (GLYPH_WIDTH + 1) * size;
    }
  }

  /** The rectangle that a label takes, with a margin of 2 pixels. */
  static labelBox(text: string, x: number, y: number): Rectangle {
    return { x, y, width: textWidth(text) + 4, height: GLYPH_HEIGHT + 4 };
  }
}
