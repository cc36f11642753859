/** A project with play mode, scripts on its disk, and a clock that passes only when it is told to. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTestProject, type TestProject } from '../tools/builtin/testing';
import type { Timers } from './clock';
import { openPlayMode } from './play';
import type { Player } from './player';

export class HandTimers implements Timers {
  time = 0;
  /** Milliseconds that each look at the clock takes. */
  tick = 0;
  private waiting: { readonly at: number; readonly wake: () => void } | undefined;

  now(): number {
    this.time += this.tick;
    return this.time;
  }

  after(ms: number, wake: () => void): () => void {
    const mine = { at: this.time + ms, wake };
    this.waiting = mine;
    return () => {
      if (this.waiting === mine) this.waiting = undefined;
    };
  }

  /** Lets time pass, and wakes whoever waits for it. */
  pass(ms: number): void {
    const end = this.time + ms;
    while (this.waiting !== undefined && this.waiting.at <= end) {
      const { at, wake } = this.waiting;
      this.waiting = undefined;
      this.time = Math.max(this.time, at);
      wake();
    }
    this.time = Math.max(this.time, end);
  }
}

export interface World extends TestProject {
  readonly player: Player;
  readonly timers: HandTimers;
  /** What the engine told of its own faults. */
  readonly faults: string[];
  script(path: string, text: string): void;
}

export async function openWorld(): Promise<World> {
  const project = await createTestProject();
  const timers = new HandTimers();
  const faults: string[] = [];
  const { scene, events, registry, pipeline, checks, played } = project;
  const player = openPlayMode({
    project: project.project,
    scene,
    events,
    registry,
    pipeline,
    checks,
    played,
    timers,
    log: (text) => faults.push(text),
  });
  return {
    ...project,
    player,
    timers,
    faults,
    script: (path, text) => {
      const absolute = join(project.folder, path);
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, text);
    },
  };
}
