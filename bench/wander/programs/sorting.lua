function run()
  local numbers = {}
  local records = {}
  local texts = {}
  local seed = 7
  for i = 0, 2999 do
    seed = seed * 16807 % 2147483647
    numbers[i + 1] = seed % 100000
    records[i + 1] = { id = i, score = seed }
    texts[i + 1] = "name " .. seed % 9973
  end
  table.sort(numbers)
  table.sort(records, function(a, b) return a.score < b.score end)
  table.sort(texts)
  local check = 0
  for i = 0, 2999 do
    check = check + numbers[i + 1] * (i % 10) + records[i + 1].id * (i % 3)
  end
  return { check, records[1].id, records[3000].id, texts[1], texts[1501] }
end
