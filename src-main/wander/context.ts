/** One run of a program: everything that changes while it runs. A program itself never changes, so runs may stand on each other. */
import { arityText } from './stdlib/signature';
import { Meter } from './budget';
import { Failure, type Site } from './errors';
import type { Game } from './game';
import { HostError, type EntityView, type RunLimits, type WanderHost } from './host';
import type { Pcg32 } from './random';
import type { Shape } from './values';
import { MapValue, share, type EntityRef, type Fn, type Value } from './values';

const MAX_LOGS = 200;
const MAX_WARNINGS = 50;
const MAX_LINE = 4000;
/** How V8 says that the stack is used up. */
const STACK_ENDED = 'Maximum call stack size exceeded';
/** A list of ids that is no longer than this costs what any call costs. */
const SHORT_LIST = 16;
/** Taking one entity out of the scene and its indexes. */
const REMOVE_COST = 20;

export interface RunParts {
  readonly host: WanderHost;
  readonly limits: RunLimits;
  /** Asked for when the program takes its first random number. */
  readonly random: () => Pcg32;
  /** Where the shapes of the program's maps grow from. */
  readonly root: Shape;
  readonly depthBelow: number;
}

export class Run extends Meter {
  readonly host: WanderHost;
  readonly root: Shape;
  readonly logs: string[] = [];
  readonly warnings: string[] = [];
  /** What a function gave back, between its `return` and its end. */
  result: Value = null;
  /** Values of the program's constants, as far as they have been worked out. */
  readonly constants: Value[] = [];
  /** Entities to be removed when the run ends, and the statements that said so. */
  readonly doomed = new Map<number, Site>();
  readonly depthBelow: number;
  private readonly makeRandom: () => Pcg32;
  private generator: Pcg32 | undefined;
  private componentNames: ReadonlySet<string> | undefined;
  /** The running game, in a behaviour. */
  game: Game | undefined;
  private readonly listsSeen = new WeakSet<readonly number[]>();

  constructor(parts: RunParts) {
    super(parts.limits, parts.depthBelow);
    this.host = parts.host;
    this.root = parts.root;
    this.makeRandom = parts.random;
    this.depthBelow = parts.depthBelow;
  }

  get random(): Pcg32 {
    return (this.generator ??= this.makeRandom());
  }

  emptyMap(): MapValue {
    return MapValue.empty(this.root);
  }

  log(text: string): void {
    if (this.logs.length < MAX_LOGS) this.logs.push(shortened(text));
  }

  warn(text: string): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push(shortened(text));
  }

  /** An entity's record; fails when it is gone. */
  view(ref: EntityRef): EntityView {
    const { version } = this.host.scene;
    if (ref.found !== undefined && ref.version === version) return ref.found;
    const view = this.host.scene.entity(ref.id);
    if (view !== undefined) {
      if (version !== undefined) {
        ref.found = view;
        ref.version = version;
      }
      return view;
    }
    return this.fail(`entity #${ref.id} was destroyed`, 'Look with exists(e) whether it is still there.');
  }

  /** A list of ids from the scene, charged when the scene had to make it. */
  listed(ids: readonly number[]): readonly number[] {
    if (ids.length < SHORT_LIST || this.listsSeen.has(ids)) return ids;
    this.charge(ids.length >> 1);
    this.listsSeen.add(ids);
    return ids;
  }

  /** Before the scene goes up from an entity to the root: each entity above it costs so much. */
  chargeLineage(view: EntityView, units: number): void {
    const { scene } = this.host;
    for (let { parent } = view; parent !== null; parent = scene.entity(parent)?.parent ?? null)
      this.charge(units);
  }

  /** Before the scene does something with an entity and all that stands below it. */
  chargeBelow(id: number, units: number): void {
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      this.charge(units);
      for (const child of this.host.scene.childrenOf(at)) open.push(child);
    }
  }

  isComponent(name: string): boolean {
    this.componentNames ??= new Set(this.host.scene.componentTypes());
    return this.componentNames.has(name);
  }

  components(): Iterable<string> {
    this.componentNames ??= new Set(this.host.scene.componentTypes());
    return this.componentNames;
  }

  /** Before anything that changes the scene. */
  needMutate(): void {
    if (this.host.mutate) return;
    this.failWith(
      'capability_denied',
      'this code may not change the scene',
      'A tool that edits the scene must declare capabilities.mutate: true.',
    );
  }

  /** Calls a function value from within a builtin; of the arguments, those beyond the first `needed` are only offered. */
  call(fn: Fn, args: Value[], needed = 1): Value {
    const { site } = this;
    const { least, most, name, takesExtras } = fn.code;
    const taken = Math.min(args.length, most, takesExtras ? Infinity : Math.max(needed, least));
    if (taken < least || taken < needed) {
      const given = taken < least ? args.length : needed;
      const called = name === 'function' ? 'this function' : name;
      this.fail(`${called} takes ${arityText(least, most)}, and is called here with ${given}`);
    }
    args.length = taken;
    for (const arg of args) share(arg);
    const value = fn.code.invoke(this, fn.captured, args, site);
    this.site = site;
    return value;
  }

  /** Calls a function value with an item and, where it takes that, its position: `call`, without a list of arguments. */
  callWithItem(fn: Fn, item: Value, index: number): Value {
    const { code, captured } = fn;
    const { site } = this;
    if (code.takesExtras && code.most === 1 && code.invokeOne !== undefined) {
      const value = code.invokeOne(this, captured, share(item), site);
      this.site = site;
      return value;
    }
    if (code.takesExtras && code.most === 2 && code.invokeTwo !== undefined) {
      const value = code.invokeTwo(this, captured, share(item), index, site);
      this.site = site;
      return value;
    }
    return this.call(fn, [item, index]);
  }

  /** Removes what was destroyed: when the run ends, and before another tool looks at the scene. */
  removeDoomed(): void {
    const { scene } = this.host;
    for (const [id, site] of this.doomed) {
      this.site = site;
      // It may be gone with its parent.
      if (scene.entity(id) === undefined) continue;
      this.chargeBelow(id, REMOVE_COST);
      scene.remove(id);
    }
    this.doomed.clear();
  }

  /** What a thrown thing is, as a failure of this run; none when it is no business of the script's. */
  failureOf(thrown: unknown): Failure | undefined {
    if (thrown instanceof Failure) return thrown;
    if (thrown instanceof HostError) return new Failure(thrown.code, thrown.message, this.site, thrown.hint);
    // The weighted depth keeps the stack from running out; should it ever, that is what it means. There is little left of it
    // here, not enough for a pattern.
    if (thrown instanceof RangeError && thrown.message === STACK_ENDED) return recursionFailure(this.site);
    return undefined;
  }
}

export function recursionFailure(site: Site): Failure {
  return new Failure(
    'too_deep',
    'recursion too deep: functions call each other more than 200 levels deep',
    site,
    'Look for a function that calls itself without an end, or use a loop. Long functions and deep expressions count as several levels.',
  );
}

/** A line as it is kept: at most 4,000 characters. */
export function shortened(text: string): string {
  return text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE)}…`;
}
