/** A long text as a tool's author might have it: the same one every time. */

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The module that the text uses. */
export const MODULE = `-- What several tools share.
const LIMIT = 64
const COLORS = {calm: #40a0ff, alarm: #ff4020}

fn tinted(e: entity, mood: string) -> color
  return COLORS[mood] ?? e.color ?? #fff
end

fn spread(points: list<vec>, factor: number = 1)
  return points.map(p => p * factor)
end
`;

const HEADER = `-- Lays out a yard: rows of crates, lamps along the paths, and a report of what was done.
use "scripts/shared" as shared

const SPACING = 2.5
const KINDS = ["crate", "barrel", "lamp", "fence"]
const WEIGHTS = {crate: 12, barrel: 30, lamp: 4, "old fence": 7}
const ORIGIN = (0, 0, 0)
`;

const TEMPLATES: readonly ((n: number, callee: string) => string)[] = [
  (n) => `-- Puts a row of things of one kind along x.
-- Gives the entities that it made.
fn row_${n}(kind: string, length: number, from: vec = ORIGIN) -> list<entity>
  let made = []
  let offset = from
  for i in 0..length
    let name = "{kind} {i + 1} of row ${n}"
    let e = spawn("cube", offset, name)
    e.scale = (1, 1 + i % 3 * 0.25, 1)
    e.color = shared.tinted(e, if i % 2 == 0 then "calm" else "alarm")
    e.load = WEIGHTS[kind] ?? 1
    add_tag(e, kind)
    made.push(e)
    offset.x += SPACING
  end
  if made.length > shared.LIMIT then
    log "row ${n} is long: {made.length} things"
  end
  return made
end
`,
  (n, callee) => `fn report_${n}(found: list<entity>, radius: number)
  let rows = []
  let total = 0
  for i, e in found
    let gap = distance(e, ORIGIN)
    if gap > radius then continue end
    let load = e.load ?? 0
    total += load
    rows.push({id: e.id, name: e.name, gap: round(gap, 2), load: load, first: i == 0})
  end
  let heavy = rows.filter(r => r.load > 10)
  heavy.sort(r => r.load)
  let names = heavy.map(r => r.name.upper()).join(", ")
  return {rows: rows, total: total, names: names, extra: ${callee}}
end
`,
  (n, callee) => `-- What is left of a number once its parts are known.
fn measure_${n}(value: number, parts: list<number> = [1, 2, 3]) -> number
  let rest = value
  while rest > ${(n % 7) + 3}
    rest -= parts[rest % parts.length]
    if rest < 0 then break end
  end
  match rest % 4
  when 0, 1 then
    rest += ${callee}
  when 2 then
    rest *= 2
  else
    rest = clamp(rest, -10, 10)
  end
  return max(rest, 0) + (value - rest) / 2
end
`,
  (n) => `fn settle_${n}(args: map)
  let tag = args.tag ?? KINDS[${n % 4}]
  let near = find_all(tag).filter(e => e.enabled and distance(e, ORIGIN) < args.reach ?? 25)
  for e in near
    let p = e.position
    p.y = lerp(p.y, 0, 0.5)
    e.position = p
    if has(e, "light") then
      e.light.intensity = clamp(e.light.intensity * 0.8, 0, 10)
    elif tagged(e, "fence") then
      rotate e by (0, 90, 0)
    else
      move e by (0, -0.1, 0)
    end
  end
  let counts = {}
  for e in near
    counts[e.name] = counts.get(e.name, 0) + 1
  end
  return counts
end
`,
  (n, callee) => `-- Text about what stands where.
fn describe_${n}(title: string, counts: map, short: bool = false)
  let lines = ["{title}:"]
  for kind, number in counts
    let word = if number == 1 then kind else kind + "s"
    lines.push("  {number} {word}".pad_right(24, "."))
  end
  let best = none
  for kind, number in counts
    if best == none or number > counts[best] then best = kind end
  end
  let score = ${callee}
  if short then return lines.first() ?? title end
  return lines.join("\\n") + "\\nbest: {best ?? "nothing"}, score {format(num("{score}") ?? 0, 1)}"
end
`,
];

function callOf(kind: number, n: number): string {
  switch (kind) {
    case 0:
      return `row_${n}("crate", ${(n % 5) + 1}).length`;
    case 1:
      return `report_${n}([], 5).rows.length`;
    case 2:
      return `measure_${n}(${n + 4})`;
    case 3:
      return `settle_${n}({tag: "crate", reach: ${n}}).size()`;
    default:
      return `describe_${n}("row", {crate: ${n}}).length`;
  }
}

const RUN = `fn run(args)
  let made = row_0(args.kind ?? "crate", args.count, ORIGIN)
  let rows = report_1(made, args.reach ?? 20)
  return {made: made.length, total: rows.total, text: describe_4("yard", {crate: made.length})}
end
`;

/** About `lines` lines: whole functions that call one another, constants before them, `run` at the end. */
export function longProgram(lines: number): string {
  const random = randomNumbers(7);
  const parts = [HEADER];
  let count = HEADER.split('\n').length + RUN.split('\n').length;
  for (let n = 0; count < lines; n += 1) {
    const kind = n % TEMPLATES.length;
    const target = n === 0 ? 0 : Math.floor(random() * n);
    const callee = n === 0 ? '1' : callOf(target % TEMPLATES.length, target);
    const isConstant = n % 9 === 8;
    const text = (isConstant ? `const STEP_${n} = SPACING * ${n}\n\n` : '') + TEMPLATES[kind]?.(n, callee);
    parts.push(text);
    count += text.split('\n').length;
  }
  return [...parts, RUN].join('\n');
}

/** One function of about `lines` lines: the bodies of the others, one behind the other. */
export function longFunction(lines: number): string {
  const parts: string[] = [];
  let count = HEADER.split('\n').length + 2;
  for (let n = 0; count < lines; n += 1) {
    const body = `  if args.step == ${n} then
    let found_${n} = find_all(KINDS[${n % 4}]).filter(e => e.enabled and distance(e, ORIGIN) < ${n + 3})
    for i, e in found_${n}
      let gap = round(distance(e, ORIGIN) * SPACING, 2)
      if gap > total then total += gap end
      rows.push({id: e.id, name: "{e.name} of ${n}", gap: gap, first: i == 0})
    end
  end`;
    parts.push(body);
    count += body.split('\n').length;
  }
  const head = `fn run(args)\n  let total = 0\n  let rows = []`;
  const text = [HEADER, head, ...parts, '  return {rows: rows, total: total}\nend\n'].join('\n');
  return text.replace('use "scripts/shared" as shared\n', '');
}
