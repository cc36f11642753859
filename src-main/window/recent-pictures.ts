/** The pictures among the results of the newest calls. The log keeps none of them, as they are large; people look at them soon or not at all. */
import type { CallPicture } from '../../src-preload/contract';
import type { FinishedCall } from '../engine/tools/call-record';

const MOST_CALLS = 200;
/** Characters of base64, in all. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

export class RecentPictures {
  private readonly byCall = new Map<string, readonly CallPicture[]>();
  private characters = 0;

  constructor(private readonly most = { calls: MOST_CALLS, characters: MOST_CHARACTERS }) {}

  readonly keep = ({ id, result }: FinishedCall): void => {
    if (!result.ok || (result.images === undefined && result.content === undefined)) return;
    const pictures = [
      ...(result.images ?? []),
      ...(result.content ?? []).flatMap((block) => (block.type === 'image' ? [block] : [])),
    ].map(({ data, mimeType }) => ({ data, mimeType }));
    if (pictures.length === 0) return;
    this.byCall.set(id, pictures);
    this.characters += charactersOf(pictures);
    for (const [oldest, dropped] of this.byCall) {
      if (this.byCall.size <= this.most.calls && this.characters <= this.most.characters) break;
      this.byCall.delete(oldest);
      this.characters -= charactersOf(dropped);
    }
  };

  /** Empty where the call had none, or they are no longer kept. */
  of(call: string): readonly CallPicture[] {
    return this.byCall.get(call) ?? [];
  }
}

function charactersOf(pictures: readonly CallPicture[]): number {
  return pictures.reduce((sum, { data }) => sum + data.length, 0);
}
