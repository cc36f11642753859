/** What a `const` at the top of a file may be made of: it is worked out once, before anything runs. */
import type { Expression } from './ast';
import type { Problems } from './problem';
import { forEachChild } from './walk';

/**
 * Reports whatever is not constant: calls, functions, and names other than `pi` and constants declared above (`isKnown`).
 */
export function checkConstant(
  value: Expression,
  problems: Problems,
  isKnown: (name: string) => boolean,
): void {
  switch (value.kind) {
    case 'name': {
      const binding = value.binding;
      if (binding?.kind === 'constant' && !isKnown(value.text)) {
        problems.error(
          'not_constant',
          `The constant "${value.text}" is not declared above this one.`,
          value,
          { hint: 'Move it up.' },
        );
      } else if (binding?.kind === 'builtin' ? binding.name !== 'pi' : binding?.kind === 'function') {
        problems.error('not_constant', `"${value.text}" is not a constant.`, value, { hint: HINT });
      }
      return;
    }
    case 'call':
      return problems.error('not_constant', CALL, value, { hint: HINT });
    case 'method':
      return problems.error('not_constant', CALL, value.name, { hint: HINT });
    case 'lambda':
      return problems.error('not_constant', "A constant can't be a function.", value, {
        hint: 'Declare it with "fn name(…) … end".',
      });
    case 'member':
      // A constant of a module is one here too.
      if (value.member !== undefined) return;
      break;
    default:
  }
  forEachChild(value, (child) => checkConstant(child as Expression, problems, isKnown));
}

const CALL = "A constant is worked out before anything runs and can't call a function.";
const HINT =
  'A constant is made of literals, constants above it and operators; write a function for what is computed.';
