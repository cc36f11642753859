function run()
  local units = {}
  for i = 0, 199 do
    units[i + 1] = { id = i, hp = 100 + i % 50, x = i % 20, speed = 1 + i % 3, alive = true }
  end
  for round = 1, 50 do
    for i = 1, 200 do
      local unit = units[i]
      if unit.alive then
        unit.x = unit.x + unit.speed * 0.5
        unit.hp = unit.hp - (1 + unit.id % 4)
        if unit.hp <= 0 then unit.alive = false end
      end
    end
  end
  local alive = 0
  local hp = 0
  local way = 0
  for _, unit in ipairs(units) do
    if unit.alive then
      alive = alive + 1
      hp = hp + unit.hp
    end
    way = way + unit.x
  end
  return { alive = alive, hp = hp, way = way }
end
