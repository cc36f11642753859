/** What the audit keeps, and what it never does, with a project and a door around it. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { verifyAudit } from './audit-verify';
import { PERSON, World } from './world.fixture';

const open: World[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function world(): Promise<World> {
  const made = await World.open();
  open.push(made);
  return made;
}

const LOG = '.skywalker/logs/custom_tools.jsonl';
const SECRET = 'correct horse "battery"';

/** Passes its secret on under another name, cut off by a long text before it, gives it back, and fails with it. */
const LEAKY = {
  name: 'leaky',
  description: 'Passes a secret on in every way there is, for a test. Example: {"pin": "x"}',
  input_schema: {
    type: 'object',
    properties: {
      pin: { type: 'string', writeOnly: true },
      nested: { type: 'object', properties: { code: { type: 'number', format: 'password' } } },
      fail: { type: 'boolean', default: false },
    },
    required: ['pin'],
  },
  output_schema: { type: 'object', properties: { made: { type: 'string', writeOnly: true } } },
  capabilities: { mutate: true, calls: ['entity_create'] },
  wander: `fn run(args)
  let long = "x"
  for i in 1..8 do long = long + long end
  call_tool("entity_create", {name: "N", vars: {note: args.pin, tail: long + "01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123" + args.pin, json: json_text({inner: args.pin}), number: args.nested.code}})
  if args.fail then tool_fail("wrong: " + args.pin, "not " + args.pin) end
  return {made: "a new secret", again: args.pin}
end`,
};

test('S-20: secrets are in no file of the project: arguments, nested and renamed, cut, in JSON, in errors and in results', async () => {
  const made = await world();
  await made.ok('tool_define', LEAKY);
  await made.approve('leaky');
  const nested = { code: 918273 };
  await made.ok('user_leaky', { pin: SECRET, nested });
  await made.error('user_leaky', { pin: SECRET, nested, fail: true });
  await made.ok(
    'tool_approve',
    { name: 'leaky', approve: false, reason: 'leaks password=hunter22 to all' },
    PERSON,
  );
  await made.close();
  const audit = made.read(LOG);
  const events = JSON.stringify(made.events.read({ since: 0, limit: 1000 }).events);
  const stats = made.read('.skywalker/tool-stats.json');
  for (const text of [audit, events, stats]) {
    expect(text).not.toMatch(/horse|battery|918273|a new secret/);
    // No beginning of it at the end of what was cut, either.
    expect(text).not.toMatch(/correct/);
  }
  expect(audit).toContain('[redacted]');
  expect(audit).not.toContain('hunter22');
  // The tool itself got the real values.
  expect(JSON.stringify(made.scene.snapshot())).toContain('918273');
});

test('a log that was made anew or cut off while nobody looked is told when the project is opened, and for good by verifying', async () => {
  const made = await world();
  await made.ok('tool_define', LEAKY);
  await made.approve('leaky');
  await made.close();
  const path = join(made.folder, LOG);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const verified = () => verifyAudit(made.folder, { userFolder: made.userFolder });
  expect(verified().ok).toBe(true);
  writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
  const again = await made.reopen();
  open.push(again);
  expect(again.audit().at(-1)).toMatchObject({ event: 'line_missing', line: lines.length });
  await again.close();
  // The chain itself is whole, and so it would be with every hash made anew.
  expect(verified().problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(new RegExp(`line ${lines.length}, which was written from this account, was gone`)),
  ]);
  rmSync(path);
  const third = await made.reopen();
  open.push(third);
  expect(third.audit()[0]).toMatchObject({ event: 'line_missing' });
});

test('two copies of one project on one machine have a log each, and neither is missed in the other', async () => {
  const made = await world();
  await made.ok('tool_define', LEAKY);
  await made.close();
  const folder = join(made.folder, '..', 'copy');
  cpSync(made.folder, folder, { recursive: true, filter: (path) => !path.includes('.skywalker') });
  for (const each of [folder, made.folder, folder, made.folder]) {
    const copy = await World.open({ folder: each, userFolder: made.userFolder });
    await copy.ok('tool_enable', { name: 'leaky', enabled: false }, PERSON);
    await copy.close();
  }
  for (const each of [folder, made.folder])
    expect(verifyAudit(each, { userFolder: made.userFolder }).problems).toEqual([]);
});

test('a project whose game.json is broken has a log that can be verified', async () => {
  const made = await world();
  await made.ok('tool_define', LEAKY);
  await made.close();
  made.write('game.json', '{"id": ');
  expect(verifyAudit(made.folder, { userFolder: made.userFolder })).toMatchObject({ ok: true, lines: 1 });
});
