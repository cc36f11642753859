-- Vectors as Lua's users write them: tables with a metatable, whose operators read like Wander's. What Lua does when the three
-- numbers stand in fields of the particle instead is in vectors-fields.lua.
local Vec = {}
Vec.__index = Vec

local function vec(x, y, z)
  return setmetatable({ x = x, y = y, z = z }, Vec)
end

function Vec.__add(a, b)
  return vec(a.x + b.x, a.y + b.y, a.z + b.z)
end

function Vec.__mul(a, k)
  return vec(a.x * k, a.y * k, a.z * k)
end

function run()
  local positions, velocities = {}, {}
  for i = 0, 199 do
    positions[i + 1] = vec(i % 10, i % 7 + 1, i % 5)
    velocities[i + 1] = vec(i % 3 - 1, 0, i % 4 - 2)
  end
  local gravity = vec(0, -9.8, 0)
  local delta = 1 / 64
  for tick = 1, 100 do
    for i = 1, 200 do
      local v = velocities[i] + gravity * delta
      local p = positions[i] + v * delta
      if p.y < 0 then
        p.y = -p.y
        v = vec(v.x, -v.y * 0.5, v.z)
      end
      velocities[i] = v
      positions[i] = p
    end
  end
  local reach = 0
  for _, p in ipairs(positions) do
    reach = reach + (p.x * p.x + p.y * p.y + p.z * p.z)
  end
  return math.floor(reach * 1e6 + 0.5) / 1e6
end
