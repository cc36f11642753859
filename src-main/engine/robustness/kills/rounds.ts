/**
 * Kills the definer (definer.ts) again and again, each time at another moment, opens the project after each, and looks
 * whether anything is half-written. What does not hold is told in words; nothing is thrown for it.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApprovedDefinitions } from '../../custom/approved-definitions';
import { auditFiles, auditPath, verifyAudit } from '../../custom/audit-verify';
import type { ToolInspection, ToolListing } from '../../custom/types';
import { Engine } from '../../engine';
import { isJsonObject, type JsonObject } from '../../json';
import { isTemporaryName } from '../../project/files';
import { Project } from '../../project/project';
import { newSceneData } from '../../scene/default-scene';
import { formatScene, parseScene } from '../../scene/scene-file';
import { Scene } from '../../scene/scene';
import type { Caller } from '../../tools/definition';
import { randomFrom } from '../random';
import { codeOf, COMPOSITE, numberOf, TOOL } from './cycle';

const PERSON: Caller = { actor: 'user', kind: 'human' };

/** Accesses to the disk that a few cycles make, so that a number below it falls anywhere in them. */
const ACCESSES = 260;
/** Of these, the ones that write bytes. */
const WRITES = 40;
/** Accesses of opening the project. */
const ACCESSES_OF_OPENING = 40;

export interface KillSummary {
  readonly rounds: number;
  readonly seed: number;
  /** By how the kill came: at a time, or before, after or within an access to the disk. */
  readonly kills: Readonly<Record<string, number>>;
  readonly cycles: number;
  /** Rounds in which the kill fell into a definition, an approval, a save. */
  readonly within: Readonly<Record<string, number>>;
  /** Rounds after which the last line of the audit was torn, and repaired. */
  readonly torn: number;
  /** Changes of tools that were completed or taken back when the project was opened. */
  readonly finished: number;
  readonly undone: number;
  readonly opened: number;
  readonly problems: readonly string[];
}

/** What the definer said of a kind last: 0 where it did not. */
type Said = (what: string) => number;

export class KillRounds {
  private readonly kills: Record<string, number> = {};
  private readonly within: Record<string, number> = {};
  private readonly problems: string[] = [];
  private cycles = 0;
  private torn = 0;
  private opened = 0;
  private round = 0;
  /** What the disk held after the last round. */
  private version = 0;
  private active = false;

  private constructor(
    private readonly folder: string,
    private readonly userFolder: string,
    private readonly command: readonly string[],
    private readonly seed: number,
    private readonly random: () => number,
  ) {}

  /** `command` starts a process that ends up in `defineUntilKilled`, with its arguments after it. */
  static async start(options: {
    readonly command: readonly string[];
    readonly seed: number;
  }): Promise<KillRounds> {
    const above = mkdtempSync(join(tmpdir(), 'sky-kills-'));
    const folder = join(above, 'project');
    const scene = new Scene({ seed: 1 });
    const tx = scene.begin();
    tx.replaceAll(newSceneData({ name: 'Main', seed: 1, empty: true }));
    tx.create({ name: 'Counter', vars: { count: 0 } });
    tx.commit();
    const made = await Project.create(folder, { name: 'Kills', mainScene: formatScene(scene) });
    if (!made.ok) throw new Error(made.error.message);
    const { command, seed } = options;
    return new KillRounds(folder, join(above, 'user'), command, seed, randomFrom(seed));
  }

  async run(rounds: number, onRound?: (round: number) => void): Promise<KillSummary> {
    for (let count = 0; count < rounds; count += 1) {
      this.round += 1;
      const said = await this.runUntilKilled();
      this.lookAtFiles();
      await this.openAndLook(said);
      onRound?.(this.round);
    }
    const { seed, kills, cycles, within, torn, opened, problems } = this;
    const events = this.auditLines().filter((line) => line.event === 'recovered' || line.recovered === true);
    return {
      rounds: this.round,
      seed,
      kills,
      cycles,
      within,
      torn,
      finished: events.filter((line) => line.recovered === true).length,
      undone: events.filter((line) => line.event === 'recovered').length,
      opened,
      problems,
    };
  }

  private problem(text: string): void {
    this.problems.push(`round ${this.round}: ${text}`);
  }

  private upTo(limit: number): number {
    return 1 + Math.floor(this.random() * limit);
  }

  /** Runs the definer until it is killed: at some access to its disk, or from here at some time. */
  private async runUntilKilled(): Promise<Said> {
    const kind = (['time', 'before', 'after', 'torn'] as const)[this.round % 4] ?? 'time';
    const fromStart = kind !== 'time' && this.round % 10 === 1;
    this.kills[kind] = (this.kills[kind] ?? 0) + 1;
    const most = kind === 'torn' ? WRITES : fromStart ? ACCESSES_OF_OPENING : ACCESSES;
    const at = kind === 'time' ? 0 : this.upTo(most);
    const first = this.round * 10_000;
    const [program = '', ...rest] = this.command;
    const running = spawn(
      program,
      [...rest, this.folder, this.userFolder, String(first), String(at), kind, fromStart ? 'start' : 'open'],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let out = '';
    let err = '';
    running.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    running.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      running.once('close', (_code, signal) => {
        resolve(signal);
      });
    });
    if (kind === 'time') {
      const lines = this.upTo(30);
      let turns = this.upTo(400);
      const look = (): void => {
        if (out.split('\n').length > lines) turns -= 1;
        if (turns <= 0) running.kill('SIGKILL');
        else if (running.exitCode === null && running.signalCode === null) setImmediate(look);
      };
      look();
    }
    const signal = await ended;
    if (signal !== 'SIGKILL') this.problem(`the engine ended by itself: ${err.slice(0, 2000)}`);
    const said: Said = (what) =>
      Number([...out.matchAll(new RegExp(`^${what} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);
    this.cycles += said('saved') === 0 ? 0 : said('saved') - first + 1;
    for (const [begun, done] of [
      ['defining', 'defined'],
      ['approving', 'approved'],
      ['saving', 'saved'],
      ['removing', 'removed'],
    ] as const) {
      if (said(begun) > said(done)) this.within[begun] = (this.within[begun] ?? 0) + 1;
    }
    return said;
  }

  /** Every file is whole by itself, before anything has been opened again. */
  private lookAtFiles(): void {
    const jsons = [
      ...this.filesIn('tools', '.json'),
      ...this.filesIn('.skywalker', '.json'),
      ...this.filesIn('.skywalker/approved', '.json'),
      join(this.folder, 'game.json'),
      ...filesOf(join(this.userFolder, 'projects'), '.json'),
      ...filesOf(this.userFolder, '.json'),
    ];
    for (const path of jsons) {
      try {
        JSON.parse(readFileSync(path, 'utf8'));
      } catch (error) {
        this.problem(`${path} is not whole: ${error instanceof Error ? error.message : ''}`);
      }
    }
    const scene = parseScene(readFileSync(join(this.folder, 'scenes/main.sky.json'), 'utf8'));
    if (!scene.ok) this.problem(`the scene is not whole: ${scene.error.message}`);
    const report = verifyAudit(this.folder, { userFolder: this.userFolder });
    for (const { file, line, message } of report.problems) {
      if (message.includes('torn')) this.torn += 1;
      else this.problem(`the audit before opening, ${file}:${line}: ${message}`);
    }
  }

  private async openAndLook(said: Said): Promise<void> {
    const { folder, userFolder } = this;
    const opened = await Engine.open({ folder, userFolder, autosave: { quiet: 1e9, every: 1e9 } });
    if (!opened.ok) {
      this.problem(`the project does not open: ${opened.error.code} ${opened.error.message}`);
      return;
    }
    this.opened += 1;
    const engine = opened.value;
    for (const place of ['tools', '.skywalker', '.skywalker/approved', '.skywalker/logs', 'scenes', '.']) {
      for (const name of namesIn(join(folder, place)).filter(isTemporaryName))
        this.problem(`${place}/${name} was left behind`);
    }
    await this.lookAtTools(engine, said);
    for (const { name } of engine.recovery.recoveries)
      await engine.call({
        tool: 'scene_recover',
        args: { action: 'discard', recovery: name },
        caller: PERSON,
      });
    await engine.close({ discardUnsaved: true });
    const report = verifyAudit(folder, { userFolder });
    for (const { file, line, message } of report.problems)
      this.problem(`the audit after opening, ${file}:${line}: ${message}`);
  }

  private async lookAtTools(engine: Engine, said: Said): Promise<void> {
    const ask = async (tool: string, args: JsonObject = {}): Promise<JsonObject> => {
      const result = await engine.call({ tool, args, caller: PERSON });
      if (result.ok) return result.structured ?? {};
      this.problem(`${tool}: ${result.error.code} ${result.error.message}`);
      return {};
    };
    const listing = (await ask('tool_list_custom')) as unknown as ToolListing;
    for (const tool of listing.tools) {
      if (tool.status === 'invalid') this.problem(`${tool.name} is invalid: ${tool.reason ?? ''}`);
      if (tool.name !== TOOL && tool.name !== COMPOSITE) this.problem(`there is a tool ${tool.name}`);
    }
    for (const text of listing.problems ?? []) this.problem(`the list tells: ${text}`);
    const defined = said('defined') === 0 ? this.version : said('defined');
    const possible = [defined, said('defining')].filter((each) => each >= defined);
    const found = listing.tools.find((tool) => tool.name === TOOL);
    if (found === undefined) {
      if (defined !== 0) this.problem(`${TOOL} is gone`);
      return;
    }
    const tool = (await ask('tool_inspect', { name: TOOL })) as unknown as ToolInspection;
    const version = numberOf(tool.description) ?? -1;
    if (!possible.includes(version))
      this.problem(`the definition is of ${version}, not of ${possible.join(' or ')}`);
    if (tool.code?.trimEnd() !== codeOf(version)) this.problem(`the code is not that of version ${version}`);
    this.lookAtApproval(tool, version, said);
    if (tool.status === 'active') {
      const { result } = await ask(TOOL);
      if (result !== version) this.problem(`${TOOL} gave ${JSON.stringify(result)}, not ${version}`);
    }
    this.active = tool.status === 'active';
    this.version = version;
  }

  private lookAtApproval(tool: ToolInspection, version: number, said: Said): void {
    const wasActive = this.active && version === this.version;
    const mustBe = said('approved') === version || wasActive;
    const mayBe = mustBe || said('approving') === version;
    if (mustBe && tool.status !== 'active')
      this.problem(`version ${version} was approved and is ${tool.status}: ${tool.reason ?? ''}`);
    if (!mayBe && tool.status === 'active')
      this.problem(`version ${version} is active and nobody approved it`);
    if (/sign/.test(tool.reason ?? '')) this.problem(`an approval is not whole: ${tool.reason ?? ''}`);
    const lines = this.auditLines();
    if (!lines.some((line) => line.event === 'defined' && line.hash === tool.hash))
      this.problem(`the audit does not know who defined version ${version}`);
    if (tool.status !== 'active') return;
    if (!lines.some((line) => line.event === 'approved' && line.hash === tool.hash))
      this.problem(`the audit does not know who approved version ${version}`);
    const kept = new ApprovedDefinitions(join(this.folder, '.skywalker')).find(tool.hash);
    if (kept?.code?.trimEnd() !== codeOf(version))
      this.problem(`what was approved as version ${version} is not kept`);
  }

  private auditLines(): JsonObject[] {
    return auditFiles(auditPath(this.folder)).flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => {
          try {
            const value = JSON.parse(line) as unknown;
            return isJsonObject(value) ? [value] : [];
          } catch {
            return [];
          }
        }),
    );
  }

  private filesIn(place: string, ending: string): string[] {
    return filesOf(join(this.folder, place), ending);
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Files with an ending; not those that a killed write has left. */
function filesOf(folder: string, ending: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(ending) && !isTemporaryName(name))
    .map((name) => join(folder, name));
}
