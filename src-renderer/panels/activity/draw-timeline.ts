/** Bars of the timeline on a canvas: one for each stretch, stacked by actor, with what failed marked at its foot. */
import type { Slot } from '../../state/feed-density';
import { actorLook } from '../../ui/actor-look';
import { tokenColor } from '../../ui/token-color';

/** Height of the mark of failures, in pixels. */
const MARK = 2;
/** The least that shows. */
const LEAST = 2;
const WIDEST_BAR = 14;

export interface TimelineColors {
  readonly actors: readonly string[];
  readonly line: string;
  readonly failed: string;
}

export function timelineColors(): TimelineColors {
  return {
    actors: Array.from({ length: 8 }, (_, hue) => tokenColor(`actor-${hue}`)),
    line: tokenColor('border-strong'),
    failed: tokenColor('danger'),
  };
}

/** Pixels of one stretch: they share the width, but few are not made into blocks. */
export function slotWidth(slots: number, width: number): number {
  return Math.min(WIDEST_BAR, width / Math.max(1, slots));
}

export function drawTimeline(
  canvas: HTMLCanvasElement,
  slots: readonly Slot[],
  { width, height }: { readonly width: number; readonly height: number },
  colors: TimelineColors,
): void {
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(scale, scale);
  const each = slotWidth(slots.length, width);
  const bar = Math.max(1, each - (each >= 4 ? 1 : 0));
  const room = height - MARK - 1;
  // The root: a few rows beside thousands are still to be seen.
  const most = Math.sqrt(slots.reduce((found, { total }) => Math.max(found, total), 1));
  for (const [index, slot] of slots.entries()) {
    const x = index * each;
    if (slot.isBreak) {
      context.fillStyle = colors.line;
      for (let y = 2; y < height; y += 4) context.fillRect(x + each / 2, y, 1, 2);
      continue;
    }
    if (slot.total === 0) continue;
    const tall = Math.max(LEAST, (room * Math.sqrt(slot.total)) / most);
    let foot = room;
    for (const [hue, count] of byHue(slot)) {
      const part = (tall * count) / slot.total;
      context.fillStyle = colors.actors[hue] ?? colors.line;
      context.fillRect(x, foot - part, bar, part);
      foot -= part;
    }
    if (slot.failed > 0) {
      context.fillStyle = colors.failed;
      context.fillRect(x, height - MARK, bar, MARK);
    }
  }
}

function byHue(slot: Slot): readonly (readonly [number, number])[] {
  const hues = new Map<number, number>();
  for (const [actor, count] of slot.actors) {
    const { hue } = actorLook(actor);
    hues.set(hue, (hues.get(hue) ?? 0) + count);
  }
  return [...hues].sort(([a], [b]) => a - b);
}
