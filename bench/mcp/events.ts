/**
 * How soon an event is with a reader that waits for it, while 500 calls a second make one each. Writer and reader have a
 * connection each, and are in one process, so that one clock times both.
 */
import { isJsonObject } from '../../src-main/engine/json';
import { overSocket } from './clients';
import { quantile } from './rounds';

const PER_SECOND = 500;

export interface EventTimes {
  /** Milliseconds from the time that the event bears, which is cut to whole ones, to the reader having it. */
  readonly p50: number;
  readonly p95: number;
  /** From before the call was sent that made it. */
  readonly fromCallP95: number;
  /** Events a second that were made and read, in fact. */
  readonly perSecond: number;
}

export async function eventTimes(socket: string, tool: string, seconds: number): Promise<EventTimes> {
  const [writer, reader] = [await overSocket(socket), await overSocket(socket)];
  const count = PER_SECOND * seconds;
  const sent = new Map<string, number>();
  const [fromEvent, fromCall]: [number[], number[]] = [[], []];
  const now = (): number => performance.timeOrigin + performance.now();
  const { structuredContent: before } = await reader.call('events_poll', { since: 0, limit: 1 });
  let since = isJsonObject(before) && typeof before.last_seq === 'number' ? before.last_seq : 0;
  const reading = (async () => {
    while (fromCall.length < count) {
      const { structuredContent: page } = await reader.call('events_poll', {
        since,
        types: ['tool'],
        wait_ms: 5000,
      });
      const at = now();
      if (!isJsonObject(page) || !Array.isArray(page.events) || typeof page.next !== 'number')
        throw new Error('no page of events');
      if (page.truncated === true) throw new Error('events were lost');
      if (page.events.length === 0) throw new Error('no event for five seconds');
      since = page.next;
      for (const event of page.events as readonly unknown[]) {
        if (!isJsonObject(event) || !isJsonObject(event.data) || !isJsonObject(event.data.args)) continue;
        const { message } = event.data.args;
        const start = typeof message === 'string' ? sent.get(message) : undefined;
        if (start === undefined || typeof event.time !== 'number') continue;
        fromEvent.push(at - event.time * 1000);
        fromCall.push(at - start);
      }
    }
  })();
  const start = now();
  await Promise.all([reading, send(count)]);
  const took = now() - start;
  await writer.close();
  await reader.close();
  return {
    p50: quantile(fromEvent, 0.5),
    p95: quantile(fromEvent, 0.95),
    fromCallP95: quantile(fromCall, 0.95),
    perSecond: (count * 1000) / took,
  };

  /** Each at its time; one that is late is sent at once and does not delay those after it. */
  async function send(calls: number): Promise<void> {
    const answers: Promise<unknown>[] = [];
    for (let n = 0; n < calls; n += 1) {
      const due = start + (n * 1000) / PER_SECOND;
      if (due > now()) await new Promise((resolve) => setTimeout(resolve, due - now()));
      const message = `event ${n}`;
      sent.set(message, now());
      answers.push(writer.call(tool, { message }));
    }
    await Promise.all(answers);
  }
}
