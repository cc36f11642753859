/**
 * Says what every name means: fills in bindings, variables, slots and frame facts, and reports names that mean nothing, mean
 * two things, or are used against their kind. Knows nothing of types. A tree may be resolved again, when other names are known.
 */
import type {
  AssignStatement,
  Block,
  CallExpression,
  Expression,
  FunctionParts,
  LetStatement,
  MemberExpression,
  MethodExpression,
  Name,
  ReturnStatement,
  Statement,
  Variable,
} from './ast';
import type { BehaviorStatement } from './ast-behaviors';
import { NameTable } from './names';
import { LIMITS } from './parse/cursor';
import { FunctionScope } from './scope';
import { forEachChild } from './walk';

/** Where the code that is being resolved stands. */
export type CodePlace = 'function' | 'handler' | 'exit' | 'test';

export abstract class Resolver extends NameTable {
  private depth = 0;
  /** Of the declaration that is being resolved. */
  protected place: CodePlace = 'function';

  /** A statement that only handlers or tests have, whose parts have been resolved. */
  protected abstract placed(node: BehaviorStatement): void;

  /* ---- functions ------------------------------------------------------------------------------------------------ */

  protected functionParts(parts: FunctionParts, parent: FunctionScope | undefined): void {
    const outer = { scope: this.scope, depth: this.depth };
    const scope = new FunctionScope(parent);
    this.scope = scope;
    this.depth = 0;
    scope.block(() => {
      let needsDefault = false;
      for (const parameter of parts.parameters) {
        if (parameter.default !== undefined) this.expression(parameter.default);
        else if (needsDefault) {
          this.problems.error(
            'missing_default',
            'A parameter behind one with a default needs a default too.',
            parameter.name,
            { hint: `Give "${parameter.name.text}" one, or move it before those that have one.` },
          );
        }
        needsDefault ||= parameter.default !== undefined;
        if (parameter.name.text !== '' && scope.here(parameter.name.text) !== undefined) {
          this.problems.error(
            'duplicate_name',
            `The parameter "${parameter.name.text}" stands twice.`,
            parameter.name,
          );
        }
        parameter.variable = this.declare(parameter.name, 'parameter');
      }
      this.block(parts.body);
    });
    parts.frame.slots = scope.slots;
    parts.frame.expressionDepth = scope.expressionDepth;
    if (scope.slots > LIMITS.locals) {
      const at = scope.declared[LIMITS.locals]?.declaredAt ?? parts.body;
      this.problems.error('too_complex', `This function has more than ${LIMITS.locals} variables.`, at, {
        hint: 'Part it into functions.',
      });
    }
    for (const variable of scope.declared) this.warnOfUnused(variable);
    this.scope = outer.scope;
    this.depth = outer.depth;
  }

  private warnOfUnused(variable: Variable): void {
    if (variable.readCount > 0 || variable.name.startsWith('_') || variable.name === '') return;
    if (variable.kind !== 'let' && variable.kind !== 'const') return;
    this.problems.warning('unused_variable', `"${variable.name}" is never read.`, variable.declaredAt, {
      hint: `Remove it, or begin its name with "_" if that is meant.`,
    });
  }

  private declare(name: Name, kind: Variable['kind']): Variable {
    if (this.members?.vars.has(name.text) === true) {
      this.problems.warning('shadows_var', `This hides the var "${name.text}" of the behavior.`, name, {
        hint: kind === 'let' || kind === 'const' ? `To change the var, write "${name.text} = …".` : undefined,
      });
    }
    const variable = this.scope.declare(name.text, kind, { start: name.start, end: name.end });
    if (name.text !== '')
      this.references.push({ span: name, binding: { kind: 'local', variable, hops: 0 }, role: 'declare' });
    return variable;
  }

  /* ---- statements ----------------------------------------------------------------------------------------------- */

  private block(body: Block): void {
    this.scope.block(() => body.statements.forEach((statement) => this.statement(statement)));
  }

  private loop(body: Block): void {
    this.scope.loopDepth += 1;
    this.block(body);
    this.scope.loopDepth -= 1;
  }

  private statement(node: Statement): void {
    switch (node.kind) {
      case 'let':
        return this.letStatement(node);
      case 'assign':
        this.expression(node.value);
        return this.assignTarget(node);
      case 'if':
        for (const arm of node.arms) {
          this.expression(arm.condition);
          this.block(arm.body);
        }
        if (node.otherwise !== undefined) this.block(node.otherwise);
        return;
      case 'match':
        this.expression(node.subject);
        for (const arm of node.arms) {
          arm.values.forEach((value) => this.expression(value));
          this.block(arm.body);
        }
        if (node.otherwise !== undefined) this.block(node.otherwise);
        return;
      case 'while':
        this.expression(node.condition);
        return this.loop(node.body);
      case 'repeat':
        this.expression(node.times);
        return this.loop(node.body);
      case 'for-each':
        this.expression(node.subject);
        return this.scope.block(() => {
          node.firstVariable = this.declare(node.first, 'loop');
          if (node.second !== undefined) {
            if (node.second.text !== '' && node.second.text === node.first.text) {
              this.problems.error(
                'duplicate_name',
                `The loop variable "${node.second.text}" stands twice.`,
                node.second,
              );
            }
            node.secondVariable = this.declare(node.second, 'loop');
          }
          this.loop(node.body);
        });
      case 'for-range':
        this.expression(node.from);
        this.expression(node.to);
        if (node.step !== undefined) this.expression(node.step);
        return this.scope.block(() => {
          node.variable = this.declare(node.name, 'loop');
          this.loop(node.body);
        });
      case 'break':
      case 'continue':
        if (this.scope.loopDepth === 0)
          this.problems.error('outside_loop', `"${node.kind}" stands outside of a loop.`, node);
        return;
      case 'every':
      case 'after':
        this.expression(node.seconds);
        this.placed(node);
        return this.timerBody(node.body);
      case 'wait':
      case 'go':
      case 'expect':
      case 'press':
      case 'hold':
      case 'release':
      case 'click':
        forEachChild(node, (child) => this.expression(child as Expression));
        return this.placed(node);
      case 'return':
        if (node.value !== undefined) this.expression(node.value);
        return this.checkReturn(node);
      default:
        // What is left holds expressions only.
        return forEachChild(node, (child) => this.expression(child as Expression));
    }
  }

  /** It runs by itself, so that no loop around it can be left or gone on with. */
  private timerBody(body: Block): void {
    const { loopDepth } = this.scope;
    this.scope.loopDepth = 0;
    this.block(body);
    this.scope.loopDepth = loopDepth;
  }

  private checkReturn(node: ReturnStatement): void {
    if (node.value === undefined || this.place === 'function' || this.scope.parent !== undefined) return;
    this.problems.error(
      'return_value_in_handler',
      `A ${this.place === 'test' ? 'test' : 'handler'} gives nothing back.`,
      node.value,
      { hint: 'Write "return" alone to end it.' },
    );
  }

  private letStatement(node: LetStatement): void {
    if (node.redeclares !== undefined) delete node.redeclares;
    this.pending.push(node.name.text);
    this.expression(node.value);
    this.pending.pop();
    const before = node.name.text === '' ? undefined : this.scope.here(node.name.text);
    if (before === undefined) {
      node.variable = this.declare(node.name, node.constant ? 'const' : 'let');
      return;
    }
    if (before.kind === 'const') {
      this.problems.error(
        'const_assign',
        `"${before.name}" is a constant and is declared above.`,
        node.name,
        { hint: 'Give this variable another name.' },
      );
    } else {
      this.problems.warning(
        'redeclared',
        `"${before.name}" is declared above in this block; this assigns it.`,
        node.name,
        {
          hint: `Write "${before.name} = …".`,
        },
      );
    }
    before.assigned = true;
    node.variable = before;
    node.redeclares = true;
    this.references.push({
      span: node.name,
      binding: { kind: 'local', variable: before, hops: 0 },
      role: 'write',
    });
  }

  private assignTarget(node: AssignStatement): void {
    const { target } = node;
    if (target.kind !== 'name') {
      this.expression(target);
      this.markChanged(target);
      return;
    }
    const binding = this.lookUp(target, 'write');
    target.binding = binding;
    switch (binding.kind) {
      case 'local': {
        const { variable } = binding;
        variable.assigned = true;
        if (variable.kind === 'const') {
          this.problems.error(
            'const_assign',
            `"${variable.name}" is a constant and keeps its value.`,
            target,
            {
              hint: 'Declare it with "let" if it is to change.',
            },
          );
        }
        return;
      }
      case 'constant':
        this.problems.error('const_assign', `"${target.text}" is a constant and keeps its value.`, target);
        return;
      case 'function':
      case 'builtin':
      case 'module': {
        const what =
          binding.kind === 'module'
            ? 'a module'
            : binding.kind === 'function'
              ? 'a function'
              : 'a name of the library';
        this.problems.error(
          'not_assignable',
          `"${target.text}" is ${what} and can't be assigned to.`,
          target,
          {
            hint: hintOfAssignment(target.text),
          },
        );
        return;
      }
      case 'state':
      case 'unknown':
    }
  }

  /** A change of a part changes the variable that holds the whole. */
  private markChanged(place: Expression): void {
    let root = place;
    while (root.kind === 'member' || root.kind === 'index') root = root.subject;
    if (root.kind === 'name' && root.binding?.kind === 'local') root.binding.variable.assigned = true;
  }

  /* ---- expressions ---------------------------------------------------------------------------------------------- */

  protected expression(node: Expression): void {
    this.depth += 1;
    if (this.depth > this.scope.expressionDepth) this.scope.expressionDepth = this.depth;
    switch (node.kind) {
      case 'name':
        node.binding = this.lookUp(node, 'read');
        if (node.binding.kind === 'module') {
          this.problems.error('module_as_value', `"${node.text}" is a module, not a value.`, node, {
            hint: `Write ${node.text}.name(…).`,
          });
        }
        break;
      case 'call':
        this.call(node);
        break;
      case 'method':
      case 'member':
        this.member(node);
        break;
      case 'lambda':
        this.functionParts(node, this.scope);
        break;
      default:
        forEachChild(node, (child) => this.expression(child as Expression));
    }
    this.depth -= 1;
  }

  private call(node: CallExpression): void {
    const { callee } = node;
    if (node.fallback !== undefined) delete node.fallback;
    if (callee.kind === 'name') {
      callee.binding = this.lookUp(callee, 'call');
      if (callee.binding.kind === 'module') {
        this.problems.error('module_as_value', `"${callee.text}" is a module, not a function.`, callee, {
          hint: `Write ${callee.text}.name(…).`,
        });
      } else if (callee.binding.kind === 'local') {
        const hidden = this.topLevel(callee.text, 'call');
        if (hidden.kind === 'function' || hidden.kind === 'builtin') node.fallback = hidden;
      }
    } else this.expression(callee);
    node.arguments.forEach((argument) => this.expression(argument));
  }

  private member(node: MethodExpression | MemberExpression): void {
    const { subject } = node;
    if (node.member !== undefined) delete node.member;
    const module = subject.kind === 'name' ? this.moduleOf(subject) : undefined;
    if (module !== undefined && subject.kind === 'name') {
      subject.binding = { kind: 'module', use: module };
      this.references.push({ span: subject, binding: subject.binding, role: 'read' });
      this.moduleMember(node, module);
    } else this.expression(subject);
    if (node.kind === 'member') return;
    if (this.options.builtins.changesReceiver(node.name.text)) this.markChanged(subject);
    node.arguments.forEach((argument) => this.expression(argument));
  }
}

function hintOfAssignment(name: string): string {
  if (name === 'state') return 'Write "go to Name" to change the state.';
  const own = name === 'color' ? 'Write "self.color = …" for that of an entity, or ' : 'Write ';
  return `${own}"let ${name} = …" for a variable of that name.`;
}
