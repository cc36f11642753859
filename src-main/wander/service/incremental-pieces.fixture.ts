/** Texts in which declarations depend on one another in every way there is: what one changes shows in others. */
export const ACROSS: readonly string[] = [
  `use "scripts/shared" as shared
use "scripts/other"

const BASE = 3
const NEXT = BASE + shared.LIMIT
const KEY = "name"
const SAME = KEY
fn run(args)
  let rows = [shared.twice(BASE)]
  rows.push(half(8))
  for row in rows
    log "{row}"
  end
  let made = record(rows, NEXT)
  made.extra = label(made)
  return {rows: rows, made: made, name: made[SAME], deep: deep(3), other: other.name()}
end
fn half(n)
  return n / 2
end
fn record(list, count)
  return {list: list, count: count, name: label(count)}
end
fn label(x)
  if x == none then return none end
  return "<{x}>"
end
fn deep(n)
  if n == 0 then return [] end
  return [n] + deep(n - 1)
end
`,
  `-- Functions that call each other round and round.
fn even(n, seen)
  seen.push(n)
  if n == 0 then return true end
  return odd(n - 1, seen)
end
fn odd(n, seen)
  if n == 0 then return false end
  return even(n - 1, seen)
end
fn apply(f, x)
  return f(x)
end
fn run(args)
  let seen = []
  let e = find("Lamp")
  e.positon = (0, 1, 0)
  e.hp = apply(half_of, 3) + e.hp
  if even(args.count ?? 4, seen) then return seen end
  return apply(x => [x], seen)
end
fn half_of(x = 2)
  return x * 0.5
end
`,
  `const A = 1
const B = A + 1
const C = {a: A, b: [B], c: "text"}
fn first() return C.a end
fn second() return first() + C.b[0] end
fn third(x) return second() + x end
fn fourth() return third(C.c) end
fn spawn_all(n: number) -> list<entity>
  let all = []
  for i in 0..n all.push(spawn("cube", (i, 0, 0), "c{i}")) end
  return all
end
fn fifth() return spawn_all(first()).map(e => e.position) end
`,
  `behavior Door
  intent "opens"
  param speed = 2 in 0..10 "m/s"
  var open = false
  const FAR = 3
  fn slide(by) return by * speed end
  on start
    open = far_enough(slide(1))
  end
  state Open
    on enter
      wait 1
      go to Shut
    end
  end
  state Shut
    on tick
      every 2 seconds
        log open
      end
    end
  end
  test "opens"
    expect self.position.x == 0
  end
end
fn far_enough(x) return x > 2 end
behavior Other
  var hp = far_enough(1)
  on event "hit" with data
    hp = data
    emit "gone" with {hp: hp}
  end
end
test "alone"
  wait 1
end
`,
];
