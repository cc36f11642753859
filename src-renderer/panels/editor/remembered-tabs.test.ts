import { expect, test } from 'vitest';
import { parseTabs, withUnsaved } from './remembered-tabs';

test('tabs come back as they were, and what is no tab is left out', () => {
  const stored = { tabs: [{ path: 'a.md' }, { tool: 'user_near' }, 3, {}], active: 'pair:user_near' };
  expect(parseTabs(stored)).toEqual({
    tabs: [
      { id: 'file:a.md', kind: 'file', path: 'a.md' },
      { id: 'pair:user_near', kind: 'pair', tool: 'user_near' },
    ],
    active: 'pair:user_near',
  });
  expect(parseTabs([])).toBeUndefined();
});

test('a file with unsaved text opens again, unless its tool’s pair shows it', () => {
  const kept = { tabs: [{ id: 'pair:user_near', kind: 'pair', tool: 'user_near' } as const], active: null };
  expect(withUnsaved(kept, ['tools/near.wander', 'data/x.json']).tabs.map((tab) => tab.id)).toEqual([
    'pair:user_near',
    'file:data/x.json',
  ]);
});
