/** The long lists: how long a frame takes beside a list of the same rows that does nothing, and how soon a filter has its result. */
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { overSocket, type CallingClient } from '../mcp/clients';
import { median, quantile } from '../mcp/rounds';
import { inPage } from './launch';

const TIMES = z.array(z.number());
const FRAMES = 120;

export interface List {
  readonly list: string;
  readonly rows: string;
}

export interface Ratio {
  readonly ratio: number;
  readonly ours: number;
  readonly bare: number;
}

/** p95 of the frame times while it scrolls, ours and the bare one in turns: the medians over the rounds. */
export async function scrolling(
  page: Page,
  list: List,
  rounds: number,
  meanwhile?: Meanwhile,
): Promise<Ratio> {
  const take = async (bare: boolean): Promise<number> => {
    const load = bare ? undefined : await meanwhile?.();
    const times = await inPage(page, 'scroll', { ...list, count: FRAMES, step: 240, bare }, TIMES);
    await load?.();
    return quantile(times, 0.95);
  };
  return inTurns(
    rounds,
    () => take(false),
    () => take(true),
  );
}

/** The same while ours follows its end, and the bare one scrolls. */
export async function following(
  page: Page,
  list: List,
  rounds: number,
  meanwhile: Meanwhile,
): Promise<Ratio> {
  const ours = async (): Promise<number> => {
    await page.evaluate(`window.bench.toEnd(${JSON.stringify(list.list)})`);
    const stop = await meanwhile();
    const times = await inPage(page, 'scroll', { ...list, count: FRAMES, step: 0, bare: false }, TIMES);
    await stop();
    return quantile(times, 0.95);
  };
  const bare = async (): Promise<number> =>
    quantile(await inPage(page, 'scroll', { ...list, count: FRAMES, step: 240, bare: true }, TIMES), 0.95);
  return inTurns(rounds, ours, bare);
}

/** Something that goes on until what it gave is called. */
export type Meanwhile = () => Promise<() => Promise<void>>;

/** The first round warms up and does not count. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Ratio> {
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const turns: [number[], () => Promise<number>][] = [
      [mine, ours],
      [theirs, bare],
    ];
    if (round % 2 === 1) turns.reverse();
    for (const [times, take] of turns) times.push(await take());
  }
  const [a, b] = [median(mine.slice(1)), median(theirs.slice(1))];
  return { ratio: a / b, ours: a, bare: b };
}

/** Milliseconds from each text in a filter field to its result on the screen; the field is emptied in between. */
export async function filtering(
  page: Page,
  place: { readonly field: string; readonly result: string },
  texts: readonly string[],
  rounds: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const text of texts) {
      times.push(await inPage(page, 'filter', { ...place, text }, z.number()));
      await inPage(page, 'filter', { ...place, text: '' }, z.number());
    }
  return times;
}

/** Calls of an agent, so many a second. */
export function calls(socket: string, perSecond: number): Meanwhile {
  return async () => {
    const client = await overSocket(socket);
    let going = true;
    const begin = performance.now();
    const sending = (async () => {
      for (let sent = 0; going; sent += 1) {
        const due = begin + (sent * 1000) / perSecond;
        const wait = due - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await call(client, sent);
      }
    })();
    return async () => {
      going = false;
      await sending;
      await client.close();
    };
  };
}

const WHO = ['Player', 'Sun', 'Main Camera', 'Lights'];

/** What agents do most, in turns. */
export async function call(client: CallingClient, index: number): Promise<void> {
  const entity = WHO[index % WHO.length] ?? 'Player';
  if (index % 3 === 0) await client.call('scene_query', { tag: 'enemy', limit: 2 });
  else if (index % 3 === 1) await client.call('entity_get', { entity });
  else await client.call('scene_overview', {});
}

/** Fills the feed: every call is an event, of a client that makes several at once. */
export async function fill(socket: string, count: number): Promise<void> {
  const client = await overSocket(socket);
  let sent = 0;
  const worker = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      await call(client, sent);
    }
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  await client.close();
}
