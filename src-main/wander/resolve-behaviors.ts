/** Behaviours: what their members and states are called, and what may stand where in handlers and tests. */
import type { ConstDeclaration, File, FnDeclaration, Name, Variable } from './ast';
import type {
  BehaviorDeclaration,
  BehaviorStatement,
  GoStatement,
  HandlerDeclaration,
  StateDeclaration,
  TestDeclaration,
} from './ast-behaviors';
import type { TopDeclaration } from './chunk';
import { checkConstant } from './constants';
import { ENTITY_PROPERTIES } from './entities';
import { didYouMean } from './lost-names';
import type { MemberNames } from './names';
import { Resolver, type CodePlace } from './resolver';
import { FunctionScope } from './scope';
import { nearestWord } from './suggest';
import { TRIGGERS, triggerText } from './triggers';

interface Tables extends MemberNames {
  readonly vars: Map<string, Variable>;
  readonly constants: Map<string, ConstDeclaration>;
  readonly functions: Map<string, FnDeclaration>;
  readonly states: Map<string, StateDeclaration>;
}

export abstract class BehaviorResolver extends Resolver {
  private readonly tables = new Map<BehaviorDeclaration, Tables>();
  /** Timers of the behaviour so far. */
  private timers = 0;

  /** Resolves a declaration, unless it has been and may be kept. */
  protected abstract part(node: TopDeclaration, mayKeep: boolean, resolve: () => void): void;

  /** Resolves with the names of a behaviour at hand. */
  protected within(behavior: BehaviorDeclaration | undefined, resolve: () => void): void {
    if (behavior === undefined || this.options.behaviors !== 'resolved') return resolve();
    this.members = this.tables.get(behavior) ?? this.declareMembers(behavior);
    resolve();
    this.members = undefined;
  }

  protected warnOfHidden(name: Name): void {
    if (name.text === '' || this.options.builtins.get(name.text) === undefined) return;
    this.problems.warning('shadows_builtin', `This hides the function "${name.text}" of the library.`, name, {
      hint: 'Give it another name if that is not meant.',
    });
  }

  /** All behaviours and tests of a file; `main` is what its bare members make up. */
  protected behaviors(file: File, main: BehaviorDeclaration | undefined): void {
    if (this.options.behaviors !== 'resolved') return this.leaveOut(file);
    const names = new Set<string>();
    for (const behavior of file.behaviors) {
      const { text } = behavior.name;
      if (main !== undefined && behavior !== main) {
        this.problems.error(
          'bare_member',
          'In a file with behaviors, this stands inside one of them.',
          main.name,
          {
            hint: `Move it into behavior ${text}.`,
          },
        );
      } else if (text !== '' && names.has(text)) {
        this.problems.error(
          'duplicate_name',
          `The behavior "${text}" stands twice in this file.`,
          behavior.name,
        );
      }
      names.add(text);
      this.part(behavior, true, () => this.behavior(behavior));
    }
    this.within(main, () => file.tests.forEach((test) => this.part(test, true, () => this.test(test))));
    this.explainLost();
  }

  private leaveOut(file: File): void {
    const isTool = this.options.behaviors === 'left-out';
    for (const behavior of file.behaviors) {
      if (behavior.implicit) this.refuseBare(behavior);
      else if (isTool) this.skipped('behavior', behavior.start);
      else {
        const message = 'A module holds functions and constants, no behavior.';
        const word = { start: behavior.start, end: behavior.start + 'behavior'.length };
        this.problems.error('module_has_behavior', message, word);
      }
    }
    if (isTool) for (const test of file.tests) this.skipped('test', test.start);
  }

  private skipped(word: string, start: number): void {
    const message = `This "${word}" is left out: behaviours run in play mode, not here.`;
    this.problems.warning('behavior_skipped', message, { start, end: start + word.length });
  }

  private refuseBare({ name, vars, handlers, states }: BehaviorDeclaration): void {
    const words = [
      ...vars.map(({ kind, start }) => ({ word: kind === 'var-declaration' ? 'var' : 'param', start })),
      ...handlers.map(({ start }) => ({ word: 'on', start })),
      ...states.map(({ start }) => ({ word: 'state', start })),
    ];
    if (words.length === 0) words.push({ word: 'intent', start: name.start });
    for (const { word, start } of words) {
      const isValue = word === 'var' || word === 'param';
      const message = `"${word}" belongs inside a behavior and can't stand here.`;
      this.problems.error(
        'behavior_unsupported',
        message,
        { start, end: start + word.length },
        {
          hint: isValue ? 'Write "const" for a fixed value.' : 'A tool starts at "fn run(args) … end".',
        },
      );
    }
  }

  /* ---- members -------------------------------------------------------------------------------------------------- */

  private declareMembers(behavior: BehaviorDeclaration): Tables {
    const tables: Tables = { vars: new Map(), constants: new Map(), functions: new Map(), states: new Map() };
    this.tables.set(behavior, tables);
    const taken = new Set<string>();
    const take = (name: Name): boolean => {
      if (name.text === '') return false;
      if (!taken.has(name.text)) return taken.add(name.text).size > 0;
      this.problems.error('duplicate_name', `"${name.text}" is declared twice in this behavior.`, name);
      return false;
    };
    behavior.vars.forEach((declaration, slot) => {
      const { name } = declaration;
      const at = { start: name.start, end: name.end };
      const variable: Variable = {
        name: name.text,
        declaredAt: at,
        slot,
        kind: 'var',
        // Whatever else runs may change it.
        captured: true,
        assigned: true,
        readCount: 0,
      };
      declaration.variable = variable;
      this.references.push({ span: name, binding: { kind: 'local', variable, hops: 0 }, role: 'declare' });
      if (ENTITY_PROPERTIES.includes(name.text)) {
        this.problems.error(
          'reserved_word',
          `"${name.text}" is a property of every entity and can't name a var.`,
          name,
          {
            hint: `Read and write it as self.${name.text}, or choose another name.`,
          },
        );
      }
      if (take(name)) tables.vars.set(name.text, variable);
    });
    for (const declaration of behavior.constants) {
      this.references.push({
        span: declaration.name,
        binding: { kind: 'constant', declaration },
        role: 'declare',
      });
      if (take(declaration.name)) tables.constants.set(declaration.name.text, declaration);
    }
    for (const declaration of behavior.functions) {
      this.references.push({
        span: declaration.name,
        binding: { kind: 'function', declaration },
        role: 'declare',
      });
      if (take(declaration.name)) tables.functions.set(declaration.name.text, declaration);
      this.warnOfHidden(declaration.name);
    }
    for (const declaration of behavior.states) {
      this.references.push({
        span: declaration.name,
        binding: { kind: 'state', declaration },
        role: 'declare',
      });
      if (take(declaration.name)) tables.states.set(declaration.name.text, declaration);
    }
    return tables;
  }

  private behavior(behavior: BehaviorDeclaration): void {
    this.timers = 0;
    this.within(behavior, () => {
      for (const declaration of behavior.constants) this.constant(declaration);
      for (const { kind, value, range } of behavior.vars) {
        this.lone(value);
        if (kind === 'var-declaration') continue;
        for (const part of [value, range?.min, range?.max])
          if (part !== undefined) checkConstant(part, this.problems, () => true);
        if (range !== undefined) for (const part of [range.min, range.max]) this.lone(part);
      }
      for (const declaration of behavior.functions) this.functionParts(declaration, undefined);
      this.handlers(behavior.handlers, undefined);
      for (const state of behavior.states) this.handlers(state.handlers, state);
      for (const test of behavior.tests) this.test(test);
      this.explainLost();
    });
  }

  private constant(declaration: ConstDeclaration): void {
    this.lone(declaration.value);
    const isAbove = (name: string): boolean => {
      const other = this.members?.constants.get(name);
      return other === undefined || other.start < declaration.start;
    };
    checkConstant(declaration.value, this.problems, isAbove);
  }

  /** An expression outside of functions. */
  private lone(value: ConstDeclaration['value']): void {
    this.scope = new FunctionScope(undefined);
    this.scope.block(() => this.expression(value));
    this.explainLost();
  }

  /* ---- handlers and tests --------------------------------------------------------------------------------------- */

  private handlers(handlers: readonly HandlerDeclaration[], state: StateDeclaration | undefined): void {
    const seen = new Set<string>();
    for (const handler of handlers) {
      const { trigger } = handler;
      this.trigger(handler, state);
      const key = triggerText(trigger);
      if (trigger.word !== '' && seen.has(key)) {
        const where = state === undefined ? 'this behavior' : `the state "${state.name.text}"`;
        this.problems.error('duplicate_handler', `"${key}" stands twice in ${where}.`, trigger, {
          hint: 'Put both into one handler.',
        });
      }
      seen.add(key);
      this.code(trigger.word === 'exit' ? 'exit' : 'handler', () => this.functionParts(handler, undefined));
    }
  }

  private trigger({ trigger, parameters }: HandlerDeclaration, state: StateDeclaration | undefined): void {
    const rule = TRIGGERS.get(trigger.word);
    // The parser has spoken about an unknown one.
    if (rule === undefined) return;
    const { missing, place, gives } = rule;
    const [parameter] = parameters;
    if (missing !== undefined) {
      this.problems.warning(
        'unavailable',
        `"on ${trigger.word}" never happens: there is no ${missing} here.`,
        trigger,
      );
    } else if (place === 'state' && state === undefined) {
      this.problems.error('enter_outside_state', `"on ${trigger.word}" belongs inside a state.`, trigger, {
        hint: trigger.word === 'enter' ? 'A behavior begins with "on start".' : undefined,
      });
    } else if (place === 'behavior' && state !== undefined) {
      this.problems.error('start_in_state', `"on ${trigger.word}" belongs outside of states.`, trigger, {
        hint: 'A state begins with "on enter".',
      });
    } else if (parameter !== undefined && gives === undefined) {
      this.problems.error('nothing_given', `"on ${trigger.word}" brings nothing along.`, parameter, {
        hint: 'Leave "with" out.',
      });
    }
  }

  private test(test: TestDeclaration): void {
    this.code('test', () => this.functionParts(test, undefined));
  }

  private code(place: CodePlace, resolve: () => void): void {
    this.place = place;
    this.inHandler = place !== 'test';
    resolve();
    this.place = 'function';
    this.inHandler = false;
  }

  /* ---- statements ----------------------------------------------------------------------------------------------- */

  protected placed(node: BehaviorStatement): void {
    // A function within, even that of a handler, runs to its end at once.
    const place = this.scope.parent === undefined ? this.place : 'function';
    const isHandler = place === 'handler' || place === 'exit';
    switch (node.kind) {
      case 'wait':
        if (place === 'exit') return this.noWaitInExit(node);
        if (!isHandler && place !== 'test')
          this.misplaced(
            'wait_outside_handler',
            '"wait" works only in the handlers of a behavior.',
            node,
            true,
          );
        return;
      case 'every':
      case 'after':
        node.index = this.timers;
        this.timers += 1;
        if (place === 'exit') return this.noWaitInExit(node);
        if (!isHandler)
          this.misplaced(
            'timer_outside_handler',
            `"${node.kind}" works only in the handlers of a behavior.`,
            node,
            place !== 'test',
          );
        return;
      case 'go':
        return this.goTo(node);
      case 'expect':
      case 'press':
      case 'hold':
      case 'release':
      case 'click':
        if (place === 'test') return;
        this.problems.error(
          'test_only',
          `"${node.kind}" works only in a "test".`,
          { start: node.start, end: node.start + node.kind.length },
          this.members === undefined ? { hint: 'A tool is tested by the "tests" of its definition.' } : {},
        );
    }
  }

  private misplaced(code: string, message: string, node: BehaviorStatement, explains: boolean): void {
    const hint = !explains
      ? undefined
      : this.members === undefined
        ? 'A tool runs to its end at once.'
        : 'A function runs to its end at once: put it into the handler that calls the function.';
    this.problems.error(code, message, { start: node.start, end: node.start + node.kind.length }, { hint });
  }

  private noWaitInExit(node: BehaviorStatement): void {
    const word = { start: node.start, end: node.start + node.kind.length };
    this.problems.error('wait_in_exit', 'A state that ends waits for nothing.', word, {
      hint: 'Wait in "on enter" of the next state.',
    });
  }

  private goTo(node: GoStatement): void {
    const word = { start: node.start, end: node.start + 2 };
    if (node.state !== undefined) delete node.state;
    if (this.members === undefined) {
      const message = '"go to" changes the state of a behavior and works only in its handlers.';
      return this.problems.error('goto_outside_behavior', message, word);
    }
    if (this.place === 'test') {
      return this.problems.error('goto_in_test', "A test can't change the state.", word, {
        hint: 'Emit an event or press a key that makes the behavior do it.',
      });
    }
    if (this.place === 'exit') {
      return this.problems.error('goto_in_exit', 'A state that ends has been told where to go.', word, {
        hint: 'Decide it before, or in "on enter" of the next state.',
      });
    }
    const { target } = node;
    if (target.text === '') return;
    const state = this.members.states.get(target.text);
    if (state === undefined) {
      const names = [...this.members.states.keys()];
      const all = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
      this.problems.error(
        'unknown_state',
        `The behavior has no state "${target.text}".`,
        target,
        didYouMean(nearestWord(target.text, names), target) ?? { hint: all },
      );
      return;
    }
    node.state = state;
    this.references.push({ span: target, binding: { kind: 'state', declaration: state }, role: 'read' });
  }
}
