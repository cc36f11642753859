function run()
  local names = {}
  for i = 0, 499 do
    names[i + 1] = "item " .. i * 7
  end
  local counts = {}
  local seed = 42
  for i = 1, 20000 do
    seed = seed * 16807 % 2147483647
    local name = names[seed % 500 + 1]
    counts[name] = (counts[name] or 0) + 1
  end
  local most = 0
  local total = 0
  local keys = 0
  for name, count in pairs(counts) do
    keys = keys + 1
    total = total + count
    if count > most then most = count end
  end
  local known = 0
  for _, name in ipairs(names) do
    if counts[name] ~= nil then known = known + 1 end
  end
  return { most = most, total = total, known = known, keys = keys }
end
