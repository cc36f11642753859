function run()
  local inside = 0
  for row = 0, 49 do
    for column = 0, 49 do
      local cr = column / 25 - 1.5
      local ci = row / 25 - 1
      local x = 0.0
      local y = 0.0
      local n = 0
      while n < 50 and x * x + y * y < 4 do
        local next = x * x - y * y + cr
        y = 2 * x * y + ci
        x = next
        n = n + 1
      end
      if n == 50 then inside = inside + 1 end
    end
  end
  return inside
end
