local function compose(f, g)
  return function(x) return g(f(x)) end
end

local function map(items, f)
  local out = {}
  for i = 1, #items do out[i] = f(items[i]) end
  return out
end

local function filter(items, test)
  local out = {}
  for i = 1, #items do
    local item = items[i]
    if test(item) then out[#out + 1] = item end
  end
  return out
end

local function reduce(items, f, start)
  local value = start
  for i = 1, #items do value = f(value, items[i]) end
  return value
end

function run()
  local steps = {}
  for i = 1, 5 do
    steps[i] = function(x) return x + i end
  end
  local all = function(x) return x end
  for _, step in ipairs(steps) do
    all = compose(all, step)
  end
  local numbers = {}
  for i = 0, 1999 do numbers[i + 1] = i end
  local total = 0
  for _ = 1, 5 do
    local moved = map(numbers, function(n) return all(n) end)
    local even = filter(moved, function(n) return n % 2 == 0 end)
    total = total + reduce(even, function(sum, n) return sum + n end, 0)
  end
  return total
end
