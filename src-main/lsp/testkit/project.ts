/** A small project on the disk, for tests of the language server. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const COMBAT = `const BASE = 2

-- Takes hp away.
fn hurt(e: entity, amount = 1) -> number
  return e.hp - amount * BASE
end
`;

const FILES: Readonly<Record<string, string>> = {
  'game.json': JSON.stringify({
    format: 'skywalker.game/1',
    name: 'Test',
    id: 'test',
    components: { fuel: { properties: { litres: { type: 'number', default: 0 } } } },
  }),
  'scenes/main.sky.json': JSON.stringify({
    format: 'skywalker.scene/1',
    entities: [
      { id: 1, name: 'Lamp', tags: ['light', 'small'] },
      { id: 2, name: 'Door', tags: ['small'] },
    ],
  }),
  'scripts/combat.wander': COMBAT,
  'scripts/arena.wander': 'use "scripts/combat" as c\nfn round(e)\n  return c.hurt(e, c.BASE)\nend\n',
  'tools/near.tool.json': JSON.stringify({
    format: 'skywalker.tool/1',
    name: 'user_near',
    input_schema: {
      type: 'object',
      properties: { radius: { type: 'number', default: 10, description: 'How far to look.' } },
    },
  }),
  'tools/near.wander': 'fn run(args)\n  return args.radius\nend\n',
};

/** A fresh copy; its folder, absolute and without links. */
export function newProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sky-lsp-')));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
