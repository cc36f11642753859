import { expect, test } from 'vitest';
import { freeToolName } from './new-tool';

test('a new tool gets a name that no other tool has', () => {
  expect(freeToolName(new Set())).toBe('user_my_tool');
  expect(freeToolName(new Set(['user_my_tool', 'user_my_tool_3']))).toBe('user_my_tool_2');
});
