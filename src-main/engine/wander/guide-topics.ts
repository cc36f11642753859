/** What `wander_reference` says of the language. Written for whoever writes Wander for the first time, language models above all. */

export const GUIDE_TOPICS: ReadonlyMap<string, string> = new Map([
  [
    'language',
    `Wander is small, deterministic and sandboxed. A file is a list of declarations: use "path" as name, const NAME = value, fn name(a, b: number = 1) … end.
A newline ends a statement, except inside brackets, after an operator or comma, and before a line that begins with ".". Comments: -- or // or # to the end of the line
(# directly followed by 3, 4, 6 or 8 hexadecimal digits is a colour). Blocks end with "end"; "then" and "do" may be left out.
fn run(args)
  let near = find_all("enemy").filter(e => distance(e, args.center) <= args.radius)
  log "{near.length} found"
  return near.map(e => e.name)
end
use "scripts/combat" as combat takes another .wander file in: combat.damage(3), combat.MAX.`,
  ],
  [
    'values',
    `number (1, 2.5, 1e-3, 0xff, 1_000), string ("text {expr}" with interpolation, 'plain'), true, false, none, vec ((x, y, z), (x, y)), color (#ff8800, (r, g, b, a)),
list ([1, 2]), map ({hp: 3, "max hp": 5, [key]: 1}), entity (from find, spawn …), function (x => x * 2, fn(x) … end).
Lists and maps are values: assigning copies. items[0], items[-1] (from the end; out of range is an error), m.key, m["key"] (none where it is missing).
false, none, 0, "" and empty lists and maps count as false, all else as true. Equality is by value. Division by zero and results that are not finite are errors.
xs.length counts items and characters; a map is counted with m.size().`,
  ],
  [
    'statements',
    `let x = 1 · const LIMIT = 5 · x = 2 · x += 1 (-= *= /= %=) · items[0] = 3 · stats.hp = 2 · e.position.y += 1
if c … elif c … else … end · while c … end · repeat 3 times … end · match e.kind when "a", "b" then … else … end
for item in items … end · for i, item in items … end · for key, value in map … end · for i in 0..10 … end (10 excluded) · for i in 10..=0 step -2 … end
break · continue · return value · log value · destroy e · move e by (0, 1, 0) · rotate e by (0, 90, 0) · look e at p
Loops go over a snapshot, so changing what they go over is safe.`,
  ],
  [
    'operators',
    `Loosest first: => ; if a then b else c as an expression; ??; or; and; not; in; == != < <= > >=; .. ..=; + -; * / %; unary -; call, index, member.
a ?? b gives b only where a is none. and, or give a bool. "…" + anything joins texts; list + list joins lists. Comparisons are not chained: a < b and b < c.
x in c: an item of a list, a key of a map, a part of a text.`,
  ],
  [
    'functions',
    `fn name(a, b: number = 1) -> number … end at the top of a file; x => expr, (a, b) => expr and fn(x) … end as values. Functions close over what is around them;
they can't be stored in vars or leave a tool. Falling off the end gives none. Calls go at most 200 deep.`,
  ],
  [
    'types',
    `Annotations are optional: number bool string vec color entity list map any none, list<number>, a|b, T?. What is not annotated is inferred.
An error is reported only where a mismatch is certain; warnings name what is probably wrong.`,
  ],
  [
    'entities',
    `e.id name position rotation scale color enabled tags parent · e.light.intensity: a field of a component · any other name: one of the entity's own vars, none where it has none.
Writing e.hp = 3 makes or changes the var hp. id, tags and parent are changed by functions: add_tag, remove_tag, set_parent.
find("Name"), find("#12"), find_all("tag"), find_all(), nearest("tag", from), within(point, radius, "tag"). Metres, degrees, y up.
spawn("cube", (0, 1, 0), "Name", {color: #ff0000}) makes one; destroy e takes effect when the run ends. Using a destroyed entity is an error: ask exists(e).`,
  ],
  [
    'tools',
    `A tool's code has fn run(args): args are the validated arguments, what it returns is the result. Entities leave as ids, vectors as [x, y, z], colours as "#rrggbb";
an array of three numbers arrives as a vector. Only in tools: call_tool(name, args), try_tool (gives {ok, result} or {ok, error, message}), tool_warn, tool_fail(message, hint),
read_file, write_file, list_files, file_exists, json_parse, json_text, tool_actor. What it may do is declared in its capabilities; see help {"topic": "capabilities"}.
Try code with wander_run, check it with wander_check {"tool": true}, save it with tool_define.`,
  ],
  [
    'limits',
    `A run has a budget of instructions (a tool: 1,000,000 unless it says more), a time limit, 200 calls of depth, 64 MiB of values; a text is at most 1 MiB, a list at most 1,000,000 items.
Passing one stops the run with the line, and its edits are taken back. Library functions cost by the size of what they handle. Randomness is seeded and repeats; there is no clock.
tool_test and wander_run tell the instructions used; skywalker check FILE --profile shows them line by line.`,
  ],
  [
    'errors',
    `An error names its line, with a call stack: the functions it went through, innermost first, each with line and file. In a tool's failure they are data.line, data.file and data.stack;
data.logs has the last lines that it logged. log value writes to the result's logs: use it to look inside.`,
  ],
  [
    'behaviors',
    `behavior Name … end gives entities something to do in play mode, at 60 steps a second. In it: intent "…", var, param speed = 3 in 0..10 "doc", fn, on start | tick | event "name" with data |
collide | click | key … end, state Name … end with on enter | exit | tick, and test "name" … expect c … end.
In handlers: go to State, wait 1.5, wait frames 3, wait until c, every 2 seconds … end, after 1 seconds … end, emit "x" with {…} to e, move e toward p at speed. self is the entity.
Events are delivered on the next step; a run from the same scene and seed gives the same trace; stopping play restores the scene.`,
  ],
]);
