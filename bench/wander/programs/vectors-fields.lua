-- The fastest form that Lua has for vectors: plain numbers in the fields of a record, changed in place.
function run()
  local particles = {}
  for i = 0, 199 do
    particles[i + 1] = { x = i % 10, y = i % 7 + 1, z = i % 5, vx = i % 3 - 1, vy = 0, vz = i % 4 - 2 }
  end
  local gx, gy, gz = 0, -9.8, 0
  local dt = 1 / 64
  for step = 1, 100 do
    for i = 1, 200 do
      local p = particles[i]
      local vx, vy, vz = p.vx + gx * dt, p.vy + gy * dt, p.vz + gz * dt
      local x, y, z = p.x + vx * dt, p.y + vy * dt, p.z + vz * dt
      if y < 0 then
        y = -y
        vy = -vy * 0.5
      end
      p.vx, p.vy, p.vz = vx, vy, vz
      p.x, p.y, p.z = x, y, z
    end
  end
  local reach = 0
  for i = 1, 200 do
    local p = particles[i]
    reach = reach + (p.x * p.x + p.y * p.y + p.z * p.z)
  end
  return math.floor(reach * 1e6 + 0.5) / 1e6
end
