import { expect, test } from 'vitest';
import { scriptTemplate } from '../../../src-renderer/panels/inspector/script-template';
import { openWorld } from './world.fixture';

test('the script that the window begins with has no errors, and its test passes', async () => {
  const w = await openWorld();
  try {
    w.script('scripts/player.wander', scriptTemplate('Player'));
    const { files } = await w.ok('behavior_list');
    expect(files).toMatchObject([
      { behaviors: [{ name: 'Player', params: [{ name: 'speed', type: 'number' }] }], diagnostics: [] },
    ]);
    expect(await w.ok('wander_test')).toMatchObject({ passed: 1, failed: 0 });
  } finally {
    w.remove();
  }
});
