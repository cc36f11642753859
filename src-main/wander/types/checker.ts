/**
 * Goes over a file again and again until inference has come to rest, and reports what was found last. Only the functions
 * that may find more than before are walked again.
 *
 * The checker is gradual: every type is the set of kinds that a value may have anywhere in its life, and an error is told
 * only where no kind would do. What is not known may be anything, and is never an error.
 */
import type { ConstDeclaration, FnDeclaration } from '../ast';
import { ownersIn, type Chunk } from '../chunk';
import { allConstants, codeOf, type CodeOwner } from '../declarations';
import { ownProblem, Problems, type Problem } from '../problem';
import { argumentsTypeOf, type CheckTarget } from './context';
import { BehaviorChecker } from './behaviors';
import type { Environment, FunctionRun } from './environment';
import type { OwnerMemory, WalkRecord } from './memory';
import { warnOfMisspelt, type Suspect } from './misspelt';
import { KINDS } from '../kinds';
import { ANY, certainly, type Type } from './type';
import { typeOfNode } from './written';

/** After this many rounds whatever still moves is taken to be anything. */
const MAX_ROUNDS = 8;

/** What is known of a file from the time when its text was another. */
export interface CheckMemory {
  /** Functions all of whose calls were known. */
  readonly ownCalls: ReadonlySet<FnDeclaration>;
  readonly argumentsType: Type;
}

/** What a check may take over: the chunks remember what was found out about their declarations. */
export interface Checked {
  readonly chunks: readonly Chunk[];
  readonly before: CheckMemory | undefined;
  /** Functions that take something else than they did, and constants that are another value; of this file and of those it uses. */
  readonly changed: ReadonlySet<FnDeclaration | ConstDeclaration>;
}

const NOTHING_CHECKED: Checked = { chunks: [], before: undefined, changed: new Set() };

/** Checks one file; what it calls in other files must have been checked before, with the same environment. */
export function check(
  target: CheckTarget,
  env: Environment,
  problems: Problems,
  known: Checked = NOTHING_CHECKED,
): CheckMemory {
  const { before } = known;
  const argumentsType = before?.argumentsType ?? argumentsTypeOf(target.facts.inputSchema);
  const checker = new FileChecker(target, env, argumentsType);
  checker.constants();
  checker.infer(known);
  checker.judgeSuspects();
  for (const found of checker.found()) for (const problem of found) problems.add(problem);
  env.end();
  return { ownCalls: checker.ownCalls, argumentsType };
}

/** The latest walk over a function, handler or test. */
interface Walk extends FunctionRun {
  readonly problems: readonly Problem[];
  readonly suspects: readonly Suspect[];
}

/** An owner in the inference under way. */
interface Inferred {
  /** What was remembered of it; undefined where it has to be walked. */
  kept: OwnerMemory | undefined;
  readonly records: WalkRecord[];
  last: Walk | undefined;
}

/** So often inference begins again with what turns out to be different; then everything is walked. */
const MAX_RESTARTS = 4;

class FileChecker extends BehaviorChecker {
  private ofConstants: readonly Problem[] = [];
  private inferred = new Map<CodeOwner, Inferred>();
  private readonly judged = new Map<CodeOwner, Problems>();

  constants(): void {
    this.env.beginConstants();
    for (const declaration of allConstants(this.target.file)) {
      const type = this.typeOf(declaration.value);
      const annotation = declaration.type && typeOfNode(declaration.type, this.problems);
      if (annotation !== undefined)
        this.declaredAs(declaration.name.text, annotation, type, declaration.value);
      this.env.setConstant(declaration, annotation ?? type);
    }
    this.ofConstants = this.problems.list;
  }

  /**
   * Goes over the owners until inference has come to rest. Those whose walks are remembered are not walked as long as they read
   * what they read then; where one does not, it is walked from the start.
   */
  infer(known: Checked): void {
    const chunkOf = new Map<CodeOwner, Chunk>();
    for (const chunk of known.chunks) for (const owner of ownersIn(chunk)) chunkOf.set(owner, chunk);
    const walked = new Set<CodeOwner>();
    for (const owner of this.owners()) if (!this.mayKeep(owner, chunkOf.get(owner), known)) walked.add(owner);
    for (let restart = 0; ; restart += 1) {
      const different = this.inferOnce((owner) =>
        walked.has(owner) || restart > MAX_RESTARTS ? undefined : chunkOf.get(owner)?.walks.get(owner),
      );
      if (different.size === 0) break;
      for (const owner of different) walked.add(owner);
    }
    for (const [owner, { records, last, kept }] of this.inferred) {
      const chunk = chunkOf.get(owner);
      if (chunk === undefined || kept !== undefined || last === undefined) continue;
      const { suspects } = last;
      const problems = last.problems.map((problem) => ownProblem(problem));
      chunk.walks.set(owner, { walks: records, shard: this.env.shardOf(owner), problems, suspects });
    }
  }

  /** Whether what is remembered of an owner may still hold: nothing that it was told by the text of others has changed. */
  private mayKeep(owner: CodeOwner, chunk: Chunk | undefined, { before, changed }: Checked): boolean {
    const used = chunk?.resolved?.used;
    if (before === undefined || used === undefined || chunk?.walks.has(owner) !== true) return false;
    const isOther = (declaration: FnDeclaration): boolean =>
      before.ownCalls.has(declaration) !== this.ownCalls.has(declaration);
    if (owner.kind === 'fn-declaration' && isOther(owner)) return false;
    for (const declaration of used) {
      if (changed.has(declaration)) return false;
      if (declaration.kind === 'fn-declaration' && isOther(declaration)) return false;
    }
    return true;
  }

  /** Gives those that turned out to be different from what is remembered, too late to go on. */
  private inferOnce(memoryOf: (owner: CodeOwner) => OwnerMemory | undefined): ReadonlySet<CodeOwner> {
    const owners = this.owners();
    this.inferred = new Map(
      owners.map((owner) => [owner, { kept: memoryOf(owner), records: [], last: undefined }]),
    );
    this.env.open(owners, (owner) => this.inferred.get(owner)?.kept?.shard);
    const different = new Set<CodeOwner>();
    for (let round = 1; ; round += 1) {
      for (const [owner, state] of this.inferred) {
        if (state.last?.stale === false) continue;
        if (!this.walkOrRepeat(owner, state)) different.add(owner);
      }
      if (different.size > 0 || ![...this.inferred.values()].some(({ last }) => last?.stale === true)) break;
      if (round > MAX_ROUNDS + 2) break;
      if (round === MAX_ROUNDS) {
        const kept = [...this.inferred].filter(([, state]) => state.kept !== undefined);
        for (const [owner] of kept) different.add(owner);
        if (different.size > 0) break;
        this.giveUp(owners);
      }
    }
    for (const [owner, { kept, records }] of this.inferred)
      if (kept !== undefined && records.length !== kept.walks.length) different.add(owner);
    return different;
  }

  private walkOrRepeat(owner: CodeOwner, state: Inferred): boolean {
    const { kept, records } = state;
    if (kept !== undefined) {
      const record = kept.walks[records.length];
      if (record !== undefined && this.env.readsTheSame(owner, record)) {
        const run: Walk = { stale: false, problems: kept.problems, suspects: kept.suspects };
        this.env.repeat(owner, record, run);
        records.push(record);
        state.last = run;
        return true;
      }
      if (records.length > 0) return false;
      // Nothing was taken over yet, so that it can be walked from here.
      state.kept = undefined;
      this.env.renew(owner);
    }
    const problems = new Problems();
    const suspects: Suspect[] = [];
    const run: Walk = { stale: false, problems: problems.list, suspects };
    state.last = run;
    const parameters = this.env.parameterTypes(owner);
    const notes = this.env.begin(owner, run);
    this.startWalk(problems, suspects);
    this.walk(owner);
    records.push({ parameters, ...notes, stale: run.stale });
    return true;
  }

  private giveUp(owners: readonly CodeOwner[]): void {
    this.env.giveUp(owners);
    for (const { last } of this.inferred.values()) if (last !== undefined) last.stale = true;
  }

  /** Warns of vars that are probably misspelt properties: whether they are shows only in the whole file. */
  judgeSuspects(): void {
    const { file, facts } = this.target;
    const walks = [...this.inferred].map(([owner, { last }]) => ({ owner, suspects: last?.suspects ?? [] }));
    if (walks.every(({ suspects }) => suspects.length === 0)) return;
    const written = walks.flatMap(({ owner }) => [...(this.env.effectsOf(owner)?.writes ?? [])]);
    warnOfMisspelt(
      walks.flatMap(({ owner, suspects }) => {
        const problems = new Problems();
        this.judged.set(owner, problems);
        return suspects.map((suspect) => ({ ...suspect, problems }));
      }),
      new Set(written),
      [...(facts.varNames ?? []), ...file.behaviors.flatMap(({ vars }) => vars.map(({ name }) => name.text))],
      facts.varNames !== undefined,
    );
  }

  /** What is wrong with the constants, then with each function and behaviour. */
  *found(): Iterable<readonly Problem[]> {
    yield this.ofConstants;
    for (const [owner, { last }] of this.inferred) {
      yield last?.problems ?? [];
      yield this.judged.get(owner)?.list ?? [];
    }
  }

  /** Vars first, which everything else uses. Behaviours that are left out have not been resolved. */
  private owners(): readonly CodeOwner[] {
    const { file, library, isModule } = this.target;
    return library.mode === 'script' && !isModule ? codeOf(file) : file.functions;
  }

  private walk(owner: CodeOwner): void {
    this.effects = this.env.effects;
    switch (owner.kind) {
      case 'fn-declaration':
        return this.declaration(owner);
      case 'behavior':
        return this.vars(owner);
      case 'handler':
        return this.handler(owner);
      case 'test':
        this.functionBody(owner.body, undefined);
    }
  }

  private declaration(declaration: FnDeclaration): void {
    const isRun = declaration.name.text === 'run' && !this.target.isModule;
    for (const parameter of declaration.parameters) {
      const { variable, type } = parameter;
      const annotation = type === undefined ? undefined : typeOfNode(type, this.problems);
      const preset = parameter.default === undefined ? undefined : this.typeOf(parameter.default);
      if (variable === undefined) continue;
      // `args: map` says no more than what is known already.
      const isArguments = isRun && (annotation === undefined || certainly(annotation, KINDS.map));
      if (isArguments && parameter === declaration.parameters[0])
        this.env.widen(variable, this.argumentsType);
      else if (annotation !== undefined) this.env.annotate(variable, annotation);
      else if (!this.hasKnownCalls(declaration)) this.env.widen(variable, ANY);
      if (preset === undefined || parameter.default === undefined) continue;
      if (annotation !== undefined && !isArguments)
        this.declaredAs(parameter.name.text, annotation, preset, parameter.default);
      this.env.widen(variable, preset);
    }
    const returns =
      declaration.returns === undefined ? undefined : typeOfNode(declaration.returns, this.problems);
    this.env.widenResult(declaration, this.functionBody(declaration.body, returns));
  }
}
