-- A PUT by one person after the other. Arguments: the path, the body, and a file with one session token a line. `{new}` in the path is
-- another text each time; `{one}` and `{two}` in the body are digits from 1 to 9, which are others the next time that a person's turn comes.
local tokens = {}
local next = 0
local path = ""
local body = ""

function init(arguments)
  path = arguments[1]
  body = arguments[2]
  for token in io.lines(arguments[3]) do
    tokens[#tokens + 1] = token
  end
end

function request()
  next = next + 1
  local headers = { ["Authorization"] = "Bearer " .. tokens[next % #tokens + 1], ["Content-Type"] = "application/json" }
  local turn = math.floor(next / #tokens)
  local new = path:gsub("{new}", "bench-" .. os.time() .. "-" .. next)
  local filled = body:gsub("{one}", turn % 9 + 1):gsub("{two}", math.floor(turn / 9) % 9 + 1)
  return wrk.format("PUT", new, headers, filled)
end
