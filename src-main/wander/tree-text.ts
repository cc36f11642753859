/** A tree as a compact S-expression, spans left out: for tests, and to compare two trees. */
import type { Block, Expression, File, FunctionParts, Statement, TypeNode } from './ast';
import type {
  BehaviorDeclaration,
  HandlerDeclaration,
  TestDeclaration,
  VarDeclaration,
} from './ast-behaviors';

export function treeText(file: File): string {
  const uses = file.uses.map((use) => `(use ${JSON.stringify(use.path)} ${use.name.text})`);
  const constants = file.constants.map(
    ({ name, type, value }) => `(const ${name.text}${typeText(type)} ${expressionText(value)})`,
  );
  const functions = file.functions.map(
    (declaration) => `(fn ${declaration.name.text} ${functionText(declaration)})`,
  );
  const tests = file.tests.map(testText);
  return [...uses, ...constants, ...functions, ...file.behaviors.map(behaviorText), ...tests].join('\n');
}

function behaviorText(behavior: BehaviorDeclaration): string {
  const { name, implicit, intent, vars, constants, functions, handlers, states, tests } = behavior;
  const parts = [
    ...(intent === undefined ? [] : [`(intent ${JSON.stringify(intent)})`]),
    ...vars.map(varText),
    ...constants.map(
      ({ name: { text }, type, value }) => `(const ${text}${typeText(type)} ${expressionText(value)})`,
    ),
    ...functions.map((declaration) => `(fn ${declaration.name.text} ${functionText(declaration)})`),
    ...handlers.map(handlerText),
    ...states.map((state) => `(state ${[state.name.text, ...state.handlers.map(handlerText)].join(' ')})`),
    ...tests.map(testText),
  ];
  return `(behavior ${[implicit ? '*' : JSON.stringify(name.text), ...parts].join(' ')})`;
}

function varText({ kind, name, type, value, range, doc }: VarDeclaration): string {
  const parts = [
    kind === 'param-declaration' ? 'param' : 'var',
    name.text + typeText(type),
    value,
    ...(range === undefined ? [] : ['in', range.min, range.max]),
    quoted(doc),
  ];
  return group(...parts);
}

function handlerText(handler: HandlerDeclaration): string {
  const { trigger } = handler;
  return `(${[`on ${trigger.word}`, quoted(trigger.argument) ?? '', functionText(handler)].join(' ')})`;
}

const testText = (declaration: TestDeclaration): string =>
  `(test ${JSON.stringify(declaration.name)}${blockText(declaration.body)})`;

function functionText({ parameters, returns, body }: FunctionParts): string {
  const list = parameters.map((parameter) => {
    const preset = parameter.default === undefined ? '' : `=${expressionText(parameter.default)}`;
    return `${parameter.name.text}${typeText(parameter.type)}${preset}`;
  });
  return `[${list.join(' ')}]${returns === undefined ? '' : ` ->${typeText(returns).slice(1)}`}${blockText(body)}`;
}

function typeText(type: TypeNode | undefined): string {
  if (type === undefined) return '';
  const parts = type.alternatives.map(
    ({ name, argument }) => name + (argument === undefined ? '' : `<${typeText(argument).slice(1)}>`),
  );
  return `:${parts.join('|')}${type.optional ? '?' : ''}`;
}

function blockText(block: Block | undefined): string {
  return block === undefined
    ? ''
    : block.statements.map((statement) => ` ${statementText(statement)}`).join('');
}

function group(...parts: (string | Expression | undefined)[]): string {
  const texts = parts
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'string' ? part : expressionText(part)));
  return `(${texts.join(' ')})`;
}

function statementText(node: Statement): string {
  switch (node.kind) {
    case 'let':
      return group(node.constant ? 'const' : 'let', node.name.text + typeText(node.type), node.value);
    case 'assign':
      return group(node.operator, node.target, node.value);
    case 'if':
      return `(if${node.arms.map(({ condition, body }) => ` (${expressionText(condition)}${blockText(body)})`).join('')}${elseText(node.otherwise)})`;
    case 'while':
      return `(while ${expressionText(node.condition)}${blockText(node.body)})`;
    case 'for-each': {
      const names = node.second === undefined ? node.first.text : `${node.first.text},${node.second.text}`;
      return `(for ${names} ${expressionText(node.subject)}${blockText(node.body)})`;
    }
    case 'for-range': {
      const step = node.step === undefined ? '' : ` step ${expressionText(node.step)}`;
      const range = `${expressionText(node.from)}${node.inclusive ? '..=' : '..'}${expressionText(node.to)}${step}`;
      return `(for ${node.name.text} ${range}${blockText(node.body)})`;
    }
    case 'repeat':
      return `(repeat ${expressionText(node.times)}${blockText(node.body)})`;
    case 'match': {
      const arms = node.arms.map(
        ({ values, body }) => ` (${values.map(expressionText).join(',')}${blockText(body)})`,
      );
      return `(match ${expressionText(node.subject)}${arms.join('')}${elseText(node.otherwise)})`;
    }
    case 'return':
      return group('return', node.value);
    case 'log':
      return group('log', node.value);
    case 'destroy':
      return group('destroy', node.target);
    case 'move':
      return node.by === undefined
        ? group('move-toward', node.target, node.toward, node.speed)
        : group('move', node.target, node.by);
    case 'rotate':
      return group('rotate', node.target, node.by);
    case 'look':
      return group('look', node.target, node.at);
    case 'emit':
      return `(emit ${JSON.stringify(node.event)}${node.payload ? ` with ${expressionText(node.payload)}` : ''}${node.target ? ` to ${expressionText(node.target)}` : ''})`;
    case 'expression':
      return expressionText(node.expression);
    case 'break':
    case 'continue':
    case 'stop':
      return `(${node.kind})`;
    case 'wait':
      return group('wait', node.unit, node.value);
    case 'every':
    case 'after':
      return `(${node.kind} ${expressionText(node.seconds)}${blockText(node.body)})`;
    case 'go':
      return `(go ${node.target.text})`;
    case 'expect':
      return group('expect', node.condition, quoted(node.message));
    case 'press':
    case 'hold':
    case 'release':
    case 'click':
      return group(node.kind, node.value);
    case 'bad-statement':
      return '(bad)';
  }
}

const quoted = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : JSON.stringify(text);

function elseText(otherwise: Block | undefined): string {
  return otherwise === undefined ? '' : ` (else${blockText(otherwise)})`;
}

function expressionText(node: Expression): string {
  switch (node.kind) {
    case 'number':
    case 'bool':
      return String(node.value);
    case 'string':
      return JSON.stringify(node.value);
    case 'interpolation':
      return group(
        'text',
        ...node.parts.map((part) => (typeof part === 'string' ? JSON.stringify(part) : part)),
      );
    case 'none':
      return 'none';
    case 'color': {
      const hex = [node.r, node.g, node.b, node.a].map((channel) =>
        Math.round(channel * 255)
          .toString(16)
          .padStart(2, '0'),
      );
      return `#${hex.join('')}`;
    }
    case 'name':
      return node.text;
    case 'vector':
      return group('vec', node.x, node.y, node.z);
    case 'color-parts':
      return group('color', ...node.parts);
    case 'list':
      return `[${node.items.map(expressionText).join(' ')}]`;
    case 'map': {
      const entries = node.entries.map(({ key, value }) => {
        const keyText = typeof key === 'string' ? JSON.stringify(key) : `[${expressionText(key)}]`;
        return `${keyText} ${expressionText(value)}`;
      });
      return `{${entries.join(' ')}}`;
    }
    case 'unary':
      return group(node.operator, node.operand);
    case 'binary':
      return group(node.operator.replace(' ', '-'), node.left, node.right);
    case 'conditional':
      return group('if', node.condition, node.yes, node.no);
    case 'call':
      return group('call', node.callee, ...node.arguments);
    case 'method':
      return group(`.${node.name.text}()`, node.subject, ...node.arguments);
    case 'member':
      return group(`.${node.name.text}`, node.subject);
    case 'index':
      return group('at', node.subject, node.index);
    case 'lambda':
      return `(=> ${functionText(node)})`;
    case 'bad-expression':
      return '(bad)';
  }
}
