/** Whole programs in the existing language, for tests: all but those that say so are accepted. */
export interface Example {
  readonly name: string;
  readonly source: string;
  /** Where it is refused. */
  readonly fails?: 'parse' | 'check';
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'text and interpolation',
    source: `fn run(args)
  let who = args.get("who", "sky")
  log 'braces {stay} here'
  return "{who}: 7/2={7 / 2} third={1 / 3} big={1000000} v={(1, 2.5)} l={[1, "a", none, true]} m={{k: #f80}} \\{x}"
end
`,
  },
  {
    name: 'lists are values',
    source: `fn run()
  let a = [30, 10, 20, 10]
  let b = a
  b.push(99)
  a.sort()
  let gone = a.remove(10)
  return {a: a, b: b, last: a[-1], gone: gone, at: a.index_of(30), cut: b.slice(-2), sum: a.sum(), nested: [[1, 2]][0][1]}
end
`,
  },
  {
    name: 'loops',
    source: `fn run()
  let out = []
  for i in 0..6 step 2
    out.push(i)
  end
  for i in 3..=1 step -1 do out.push(i * 10) end
  for i in 5..0 out.push("never") end
  let n = 0
  while true
    n += 1
    if n == 3 then continue end
    if n > 5 then break end
    out.push(-n)
  end
  repeat 2 times out.push("r") end
  let seen = [1, 2]
  for x in seen
    seen.push(x)
  end
  return {out: out, seen: seen.length, rem: -7 % 3}
end
`,
  },
  {
    name: 'maps',
    source: `fn run()
  let m = {b: 1, "two words": 2, end: 3}
  m.a = 4
  m["b"] += 10
  m.remove("end")
  let text = ""
  for k, v in m
    text += "{k}={v};"
  end
  return {text: text, miss: m.nope, dflt: m.get("nope", 7), has: "a" in m, len: m.length, n: m.keys().length, same: {x: 1, y: 2} == {y: 2, x: 1}}
end
`,
  },
  {
    name: 'consts, functions, recursion, by-value arguments',
    source: `const BASE = 2 * 3
const LIMITS = {lo: -BASE, hi: BASE}

fn fact(n: number) -> number
  if n <= 1 then return 1 end
  return n * fact(n - 1)
end

fn bump(items)
  items.push(BASE)
  return items
end

fn run()
  let xs = [1]
  let ys = bump(xs)
  return {f: fact(10), text: "{fact(10)}", xs: xs, ys: ys, lim: LIMITS.lo + LIMITS.hi, void: noop()}
end

fn noop()
end
`,
  },
  {
    name: 'logic',
    source: `fn run()
  return [0 or "x", "" and 1, not [], (0, 0, 0) and true, 1 == true, "1" == 1, not 1 == 2, 3 > 2 > 1, 2 in [1, 2], "ell" in "hello", 5 not in [5], none is none]
end
`,
  },
  {
    name: 'unicode text',
    source: `fn run()
  let s = "Héllo wörld"
  let back = ""
  for ch in s.slice(0, 5)
    back = ch + back
  end
  return {n: s.length, up: s.upper(), back: back, i: s.index_of("w"), c: s[-1], parts: "a,,b".split(","), words: " a  b ".split(), rep: "aXbX".replace("X", "--"), num: num(" 2.5 "), bad: num("2x"), cat: "v" + 1 + none}
end
`,
  },
  {
    name: 'vectors and colours',
    source: `fn run()
  let v = (3, 4)
  v.z = 12
  let w = v * 2 - (1, 1, 1)
  let c = #ff8000 * 0.5
  return {v: v, len: v.length, w: w, mid: lerp((0, 0, 0), (2, 4, 6), 0.5), tenth: (0.1, 0, 0).x == 0.1, show: "{(0.1, 0, 0)} {c}", kind: type_of((1, 1, 1, 1)), unit: normalize((0, 0, 5))}
end
`,
  },
  {
    name: 'query',
    source: `fn run(args)
  let centre = (0, 0, 0)
  if args.at then centre = args.at end
  let rows = []
  for e in find_all("crate")
    let d = distance(e, centre)
    if d <= args.reach then rows.push({id: e.id, name: e.name, gap: round(d, 2), load: e.load}) end
  end
  let pick = find("#{args.id}")
  return {rows: rows, pick: "{pick}", far: find("nobody"), all: count("crate"), who: find("big crate").id, near: nearest("crate", 5)}
end
`,
  },
  {
    name: 'mutation',
    source: `fn run(args)
  let n = 0
  for e in find_all("crate")
    if not e.load then
      e.load = 5
      e.position.y += 1
      n += 1
    end
  end
  let extra = spawn("cube", (9, 0, 0), "Spare")
  extra.bins = [1]
  extra.bins.push(2)
  destroy find("Big Crate")
  return {changed: n, spare: extra, bins: extra.bins, still: exists(find("Big Crate"))}
end
`,
  },
  {
    name: 'gameplay: events, coroutine, states, test',
    source: `behavior Beacon
  intent "Heats up after two charges, then cools down."
  var pulses = 0
  var mode = ""

  on event "charge" with info
    wait frames info.get("delay", 2)
    pulses += 1
    if pulses >= 2 then go to Hot end
  end

  state Cold
    on enter
      mode = "cold"
    end
  end

  state Hot
    on enter
      mode = "hot"
    end

    on tick
      if state_time >= 0.1 then go to Cold end
    end
  end

  test "two charges heat it"
    expect mode == "cold"
    emit "charge" with {delay: 2} to self
    emit "charge" with {delay: 5} to self
    wait frames 8
    expect pulses == 2
    expect mode == "hot", "second charge switches"
  end
end
`,
  },
  {
    name: 'failure 9a',
    source: `fn run()
 let xs = [1, 2]
 log "before"
 return xs[5]
end
`,
  },
  {
    name: 'failure 9b',
    source: `fn run()
 let n = 0
 while true
 n += 1
 end
end
`,
  },
  {
    name: 'failure 9c',
    source: `fn run()
 return down(1)
end
fn down(n)
 return down(n + 1)
end
`,
  },
  {
    name: 'failure 9d',
    source: `fn run()
 return 1 + none
end
`,
    fails: 'check',
  },
  {
    name: 'failure 9e',
    source: `fn run(args)
 return 1 + args.nope
end
`,
  },
  {
    name: 'failure 9f',
    source: `fn run()
 wait 1
end
`,
    fails: 'parse',
  },
  {
    name: 'failure 9g',
    source: `fn run()
 tool_fail("too small", "use 5")
end
`,
  },
  {
    name: 'failure 9h',
    source: `fn run()
 return try_tool("no_such_tool", {})
end
`,
  },
];
