function run()
  local total = 0
  for i = 0, 399 do
    for j = 0, 199 do
      if (i + j) % 3 == 0 then
        total = total + i
      else
        total = total - j
      end
    end
  end
  local longest = 0
  for start = 1, 599 do
    local n = start
    local steps = 0
    while n ~= 1 do
      if n % 2 == 0 then n = n // 2 else n = 3 * n + 1 end
      steps = steps + 1
    end
    if steps > longest then longest = steps end
  end
  return { total, longest }
end
