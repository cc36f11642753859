-- lua5.4 harness.lua PROGRAM LEAST_SECONDS [DATA]: runs `run` until so much processor time is gone, and prints, as JSON, what
-- it gave and the mean seconds that it took. DATA is a Lua file that returns what `run` is called with.
local program, least, data = arg[1], tonumber(arg[2]), arg[3]

local function json(value)
  local kind = type(value)
  if kind == "number" then return string.format("%.17g", value) end
  if kind == "string" then return string.format("%q", value) end
  if kind ~= "table" then return tostring(value) end
  local parts = {}
  if #value > 0 or next(value) == nil then
    for i = 1, #value do parts[i] = json(value[i]) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, item in pairs(value) do parts[#parts + 1] = string.format("%q:%s", key, json(item)) end
  return "{" .. table.concat(parts, ",") .. "}"
end

dofile(program)
local inputs = data and table.pack(dofile(data)) or { n = 0 }
local result
for _ = 1, 3 do result = run(table.unpack(inputs, 1, inputs.n)) end

local count, start, passed = 0, os.clock(), 0
repeat
  run(table.unpack(inputs, 1, inputs.n))
  count = count + 1
  passed = os.clock() - start
until passed >= least
print(string.format('{"result":%s,"seconds":%.17g}', json(result), passed / count))
