/** Statements: what variables may hold, where flow ends, what is changed, and what is probably a mistake. */
import type { Block, Expression, LetStatement, Span, Statement } from '../ast';
import type { BehaviorStatement } from '../ast-behaviors';
import { ENDING_FUNCTIONS } from './calls';
import { ChangeChecker } from './changes';
import { loopTypes } from './members';
import { askedType, factsOf, kindNames, statementsOf, type Fact } from './narrow';
import { KINDS } from '../kinds';
import {
  ANY,
  cannot,
  NEVER,
  NONE,
  NUMBER,
  asWritten,
  certainly,
  inWords,
  may,
  union,
  type Type,
} from './type';
import { typeOfNode } from './written';

const POINT = KINDS.vec | KINDS.entity;

export abstract class StatementChecker extends ChangeChecker {
  /** A statement of handlers and tests; whether flow never gets past it. */
  protected abstract behaviorStatement(node: BehaviorStatement): boolean;

  protected functionBody(body: Block, annotation: Type | undefined): Type {
    const outer = this.frame;
    this.frame = { returns: NEVER, annotation, breaks: [] };
    const ends = this.block(body);
    const found = ends ? this.frame.returns : union(this.frame.returns, NONE);
    this.frame = outer;
    return annotation ?? found;
  }

  /** Whether flow never gets past the block. */
  protected block(body: Block): boolean {
    let ends = false;
    let told = false;
    const outer = this.facts;
    body.statements.forEach((statement, index) => {
      if (ends && !told) {
        told = true;
        this.warning('unreachable_code', 'This is never reached.', statement, {
          hint: 'What stands before it ends the block.',
        });
      }
      if (this.statement(statement)) ends = true;
      this.learn(this.factsBehind(statement), body.statements, index + 1);
    });
    this.facts = outer;
    if (ends) this.endings.add(body);
    return ends;
  }

  /** What is known behind a statement: `if x == none then return end`, `assert(x != none)`. */
  private factsBehind(node: Statement): readonly Fact[] {
    if (node.kind === 'expression') {
      const call = node.expression;
      if (call.kind !== 'call' || call.callee.kind !== 'name' || call.arguments[0] === undefined) return [];
      const { binding } = call.callee;
      return binding?.kind === 'builtin' && binding.name === 'assert' ? factsOf(call.arguments[0], true) : [];
    }
    return node.kind === 'if' ? this.factsBehindIf(node) : [];
  }

  private factsBehindIf({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): readonly Fact[] {
    const [first] = arms;
    if (otherwise === undefined) {
      return arms.every(({ body }) => this.endings.has(body))
        ? arms.flatMap(({ condition }) => factsOf(condition, false))
        : [];
    }
    const isOnlyWay = arms.length === 1 && this.endings.has(otherwise);
    return isOnlyWay && first !== undefined ? factsOf(first.condition, true) : [];
  }

  /** Blocks that flow never gets past. */
  private readonly endings = new WeakSet<Block>();

  private loop(body: Block): boolean {
    this.frame?.breaks.push(false);
    this.block(body);
    return this.frame?.breaks.pop() ?? false;
  }

  private statement(node: Statement): boolean {
    switch (node.kind) {
      case 'let':
        this.letStatement(node);
        return false;
      case 'assign':
        this.assignment(node);
        return false;
      case 'if': {
        return this.ifStatement(node, 0);
      }
      case 'match':
        return this.matchStatement(node);
      case 'while': {
        this.typeOf(node.condition);
        const { body } = node;
        const breaks = this.knowing(factsOf(node.condition, true), body.statements, () => this.loop(body));
        return node.condition.kind === 'bool' && node.condition.value && !breaks;
      }
      case 'repeat':
        this.number(node.times, 'The number of repetitions');
        this.loop(node.body);
        return false;
      case 'for-each':
        this.forEach(node);
        return false;
      case 'for-range':
        this.forRange(node);
        return false;
      case 'return':
        this.returnStatement(node);
        return true;
      case 'stop':
        this.returns(NONE);
        return true;
      case 'break':
        this.noteBreak();
        return true;
      case 'continue':
        return true;
      case 'log':
        this.typeOf(node.value);
        return false;
      case 'destroy':
        this.typeOf(node.target);
        this.sceneStatement('destroy', node, node.target);
        return false;
      case 'move':
        this.entity(node.target, 'What is moved');
        if (node.by !== undefined) this.point(node.by, 'What it is moved by');
        if (node.toward !== undefined) this.point(node.toward, 'Where it moves');
        if (node.speed !== undefined) this.number(node.speed, 'The speed');
        this.sceneStatement('move', node, node.target, 'position');
        return false;
      case 'rotate':
        this.entity(node.target, 'What is rotated');
        this.point(node.by, 'What it is rotated by');
        this.sceneStatement('rotate', node, node.target, 'rotation');
        return false;
      case 'look':
        this.entity(node.target, 'What looks');
        this.point(node.at, 'What it looks at');
        this.sceneStatement('look', node, node.target, 'rotation');
        return false;
      case 'emit':
        if (node.payload !== undefined) this.typeOf(node.payload);
        if (node.target !== undefined) this.typeOf(node.target);
        return false;
      case 'expression':
        return this.expressionStatement(node.expression);
      case 'wait':
      case 'every':
      case 'after':
      case 'go':
      case 'expect':
      case 'press':
      case 'hold':
      case 'release':
      case 'click':
        return this.behaviorStatement(node);
      case 'bad-statement':
        return false;
    }
  }

  /** The arms from one on: each is come to where the conditions before it do not hold. */
  private ifStatement(node: Extract<Statement, { kind: 'if' }>, from: number): boolean {
    const arm = node.arms[from];
    if (arm === undefined) return node.otherwise !== undefined && this.block(node.otherwise);
    this.typeOf(arm.condition);
    const { body } = arm;
    const ends = this.knowing(factsOf(arm.condition, true), body.statements, () => this.block(body));
    const facts = factsOf(arm.condition, false);
    if (facts.length === 0) return this.ifStatement(node, from + 1) && ends;
    const rest = statementsOf(...node.arms.slice(from + 1).map((later) => later.body), node.otherwise);
    return this.knowing(facts, rest, () => this.ifStatement(node, from + 1)) && ends;
  }

  private sceneStatement(word: string, at: Span, target: Expression, property?: string): void {
    this.effects.builtins.add(word);
    if (property !== undefined) this.effects.writes.add(property);
    if (this.env.expression(target)?.kinds === KINDS.none) return;
    this.effects.mutations.push({ span: { start: at.start, end: at.end }, what: `"${word}"` });
  }

  private entity(node: Expression, what: string): void {
    const type = this.typeOf(node);
    if (cannot(type, KINDS.entity))
      this.error('type_mismatch', `${what} is an entity, not ${inWords(type)}.`, node);
  }

  private point(node: Expression, what: string): void {
    const type = this.typeOf(node);
    if (cannot(type, POINT))
      this.error('type_mismatch', `${what} is a vector or an entity, not ${inWords(type)}.`, node);
  }

  /* ---- variables ------------------------------------------------------------------------------------------------ */

  private letStatement(node: LetStatement): void {
    const annotation = node.type === undefined ? undefined : typeOfNode(node.type, this.problems);
    const type = this.typeOf(node.value);
    const { variable } = node;
    if (variable === undefined) return;
    if (node.value.kind === 'string' && !variable.assigned) this.env.setLiteral(variable, node.value.value);
    if (annotation !== undefined && node.redeclares !== true) this.env.annotate(variable, annotation);
    this.assigned(variable, type, node.value);
  }

  /* ---- loops ---------------------------------------------------------------------------------------------------- */

  private forEach(node: Extract<Statement, { kind: 'for-each' }>): void {
    const subject = this.typeOf(node.subject);
    const types = loopTypes(subject, node.second !== undefined);
    if (types === undefined) {
      const isNumber = certainly(subject, KINDS.number);
      this.error(
        'type_mismatch',
        `A loop goes through a list, a map or a string, not ${inWords(subject)}.`,
        node.subject,
        {
          hint: isNumber ? 'Numbers are counted with "for i in 0..n".' : undefined,
        },
      );
    }
    const [first, second] = types ?? [ANY, ANY];
    if (node.firstVariable !== undefined) this.env.widen(node.firstVariable, first);
    if (node.secondVariable !== undefined) this.env.widen(node.secondVariable, second);
    this.loop(node.body);
  }

  private forRange(node: Extract<Statement, { kind: 'for-range' }>): void {
    this.number(node.from, 'The start of a range');
    this.number(node.to, 'The end of a range');
    if (node.step !== undefined) this.number(node.step, 'The step of a range');
    if (node.variable !== undefined) this.env.widen(node.variable, NUMBER);
    this.checkRange(node);
    this.loop(node.body);
  }

  private checkRange(node: Extract<Statement, { kind: 'for-range' }>): void {
    const [from, to] = [numberOf(node.from), numberOf(node.to)];
    const step = node.step === undefined ? 1 : numberOf(node.step);
    if (step === 0) this.error('invalid_range', 'A step of 0 never ends.', node.step ?? node);
    if (from === undefined || to === undefined || step === undefined || step === 0) return;
    const runs = step > 0 ? from < to : from > to;
    if (runs || (node.inclusive && from === to)) return;
    const span = { start: node.from.start, end: node.to.end };
    const hint = step > 0 && from > to ? 'To count down, write "step -1".' : undefined;
    this.warning('empty_range', 'This loop never runs.', span, { hint });
  }

  private noteBreak(): void {
    const breaks = this.frame?.breaks;
    if (breaks !== undefined && breaks.length > 0) breaks[breaks.length - 1] = true;
  }

  /* ---- the rest ------------------------------------------------------------------------------------------------- */

  private matchStatement(node: Extract<Statement, { kind: 'match' }>): boolean {
    this.typeOf(node.subject);
    let allEnd = node.otherwise !== undefined;
    const seen = new Set<string>();
    const asked = askedType(node.subject);
    for (const arm of node.arms) {
      for (const value of arm.values) {
        this.typeOf(value);
        const key = literalKey(value);
        if (key !== undefined && seen.has(key))
          this.warning('duplicate_case', 'A "when" above has this value already.', value);
        if (key !== undefined) seen.add(key);
      }
      const facts = asked === undefined ? [] : kindNames(asked, arm.values, true);
      allEnd = this.knowing(facts, arm.body.statements, () => this.block(arm.body)) && allEnd;
    }
    const { otherwise } = node;
    if (otherwise === undefined) return false;
    const values = node.arms.flatMap((arm) => arm.values);
    const facts = asked === undefined ? [] : kindNames(asked, values, false);
    return this.knowing(facts, otherwise.statements, () => this.block(otherwise)) && allEnd;
  }

  private returnStatement(node: Extract<Statement, { kind: 'return' }>): void {
    const type = node.value === undefined ? NONE : this.typeOf(node.value);
    this.returns(type);
    const annotation = this.frame?.annotation;
    if (annotation === undefined || node.value === undefined) return;
    const bool = may(annotation, KINDS.number) ? KINDS.bool : 0;
    if (cannot(type, annotation.kinds | bool)) {
      this.error(
        'type_mismatch',
        `The function is declared to give ${asWritten(annotation)}, and this is ${inWords(type)}.`,
        node.value,
      );
    }
  }

  private returns(type: Type): void {
    if (this.frame !== undefined) this.frame.returns = union(this.frame.returns, type);
  }

  private expressionStatement(node: Expression): boolean {
    this.typeOf(node);
    const callee = node.kind === 'call' && node.callee.kind === 'name' ? node.callee.binding : undefined;
    if (callee?.kind === 'builtin' && ENDING_FUNCTIONS.has(callee.name)) return true;
    this.checkUsed(node);
    return false;
  }

  /** A statement that only works out a value. */
  private checkUsed(node: Expression): void {
    if (node.kind === 'call' || node.kind === 'method') {
      const entry = this.pureEntry(node);
      if (entry !== undefined)
        this.warning('unused_result', `"${entry}" changes nothing; its result is not used.`, node);
      return;
    }
    if (node.kind === 'bad-expression') return;
    const isComparison =
      node.kind === 'binary' &&
      node.operator === '==' &&
      ['name', 'member', 'index'].includes(node.left.kind);
    this.warning('unused_result', 'This value is not used.', node, {
      ...(isComparison && {
        hint: 'Did you mean "="?',
        fix: { title: 'Change to "="', span: node.operatorSpan, replacement: '=' },
      }),
    });
  }

  /** The name of the function called, where it is worth calling only for its result. */
  private pureEntry(node: Extract<Expression, { kind: 'call' | 'method' }>): string | undefined {
    const { library } = this.target;
    if (node.kind === 'call') {
      const binding = node.callee.kind === 'name' ? node.callee.binding : undefined;
      return binding?.kind === 'builtin' && library.get(binding.name)?.pure === true
        ? binding.name
        : undefined;
    }
    if (node.member !== undefined) return undefined;
    const subject = this.env.expression(node.subject) ?? ANY;
    // A function given to a method may do something.
    if (node.arguments.some((argument) => may(this.env.expression(argument) ?? ANY, KINDS.function)))
      return undefined;
    for (const receiver of ['list', 'map', 'string'] as const) {
      if (certainly(subject, KINDS[receiver]))
        return library.method(receiver, node.name.text)?.pure === true ? node.name.text : undefined;
    }
    return undefined;
  }
}

export function numberOf(node: Expression): number | undefined {
  if (node.kind === 'number') return node.value;
  if (node.kind === 'unary' && node.operator === '-' && node.operand.kind === 'number')
    return -node.operand.value;
  return undefined;
}

function literalKey(node: Expression): string | undefined {
  if (node.kind === 'number' || node.kind === 'string' || node.kind === 'bool')
    return `${node.kind} ${node.value}`;
  return node.kind === 'none' ? 'none' : undefined;
}
