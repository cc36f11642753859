-- The entities are tables of Lua's own here: nothing crosses a boundary.
function run(entities, args)
  local centre = args.centre
  local rows = {}
  for i = 1, #entities do
    local e = entities[i]
    if e.enabled then
      local p = e.position
      local x, y, z = p[1] - centre[1], p[2] - centre[2], p[3] - centre[3]
      local d = math.sqrt(x * x + y * y + z * z)
      local vars = e.vars
      if d <= args.radius and vars.hp > 10 then
        rows[#rows + 1] = {
          id = e.id,
          name = e.name,
          at = { p[1], p[2], p[3] },
          hp = vars.hp,
          team = vars.team,
          far = d,
        }
      end
    end
  end
  return rows
end
