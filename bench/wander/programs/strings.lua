function run()
  local words = {}
  for word in string.gmatch("the quick brown fox jumps over the lazy dog", "[^ ]+") do
    words[#words + 1] = word
  end
  local lines = {}
  local found = 0
  for i = 0, 1999 do
    local word = words[i % #words + 1]
    if string.find(word, "o", 1, true) then found = found + 1 end
    lines[#lines + 1] = string.upper(word) .. "-" .. i .. ":" .. word
  end
  local text = string.gsub(table.concat(lines, ","), "FOX", "WOLF")
  local letters = 0
  local starts = 0
  for part in string.gmatch(text, "[^,]+") do
    letters = letters + #part
    if string.sub(part, 1, 3) == "THE" then starts = starts + 1 end
    if string.sub(part, 1, 4) == "WOLF" then found = found + string.find(part, ":", 1, true) - 1 end
  end
  -- A long text is collected in a table and joined once, as Lua's own book advises.
  local pieces = {}
  for i = 0, 1999 do
    pieces[#pieces + 1] = i % 10 .. " "
  end
  local line = table.concat(pieces)
  return { found, letters, starts, #line }
end
