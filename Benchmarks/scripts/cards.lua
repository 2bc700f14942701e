-- Scores of one card after the other, each under an id of its own and based on what was entered in its cell before. Arguments: the
-- path of all rounds, a file with one card a line (the id of a round, the ids of its players, a comma between, and a session token
-- for each of them, in the same way), and the number of holes.
local cards = {}
local path, holes = "", 0
local next = 0

local function parts(text)
  local found = {}
  for part in text:gmatch("[^,]+") do
    found[#found + 1] = part
  end
  return found
end

function init(arguments)
  path, holes = arguments[1], tonumber(arguments[3])
  for line in io.lines(arguments[2]) do
    local round, players, tokens = line:match("(%S+) (%S+) (%S+)")
    cards[#cards + 1] = { round = round, players = parts(players), tokens = parts(tokens), cells = {}, turn = 0 }
  end
end

function request()
  next = next + 1
  local card = cards[next % #cards + 1]
  local place = card.turn % (holes * #card.players)
  card.turn = card.turn + 1
  local who = place % #card.players + 1
  local hole = math.floor(place / #card.players) + 1
  local before = card.cells[place]
  card.cells[place] = "bench-" .. os.time() .. "-" .. next
  local base = before and ('"' .. before .. '"') or ""
  local body = string.format(
    '{"device": "phone-%d", "player": "%s", "hole": %d, "value": %d, "base": [%s]}',
    who, card.players[who], hole, next % 5 + 2, base)
  local headers = { ["Authorization"] = "Bearer " .. card.tokens[who], ["Content-Type"] = "application/json" }
  return wrk.format("PUT", path .. card.round .. "/entries/" .. card.cells[place], headers, body)
end
