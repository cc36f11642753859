function run()
  local limit = 20000
  local composite = {}
  for i = 0, limit - 1 do
    composite[i] = false
  end
  local primes = {}
  for i = 2, limit - 1 do
    if not composite[i] then
      primes[#primes + 1] = i
      local multiple = i * i
      while multiple < limit do
        composite[multiple] = true
        multiple = multiple + i
      end
    end
  end
  local stack = {}
  local sum = 0
  for _, prime in ipairs(primes) do
    stack[#stack + 1] = prime
    if prime % 4 == 1 then sum = sum + table.remove(stack) end
  end
  local tail = {}
  for i = #stack, #stack - 9, -1 do
    tail[#tail + 1] = stack[i]
  end
  return { #primes, sum, #stack, tail }
end
