-- A prediction of one match by one person after the other, another score each time. Arguments: the path, and a file with one session
-- token a line.
local tokens = {}
local next = 0
local path = ""

function init(arguments)
  path = arguments[1]
  for token in io.lines(arguments[2]) do
    tokens[#tokens + 1] = token
  end
end

function request()
  next = next + 1
  local headers = { ["Authorization"] = "Bearer " .. tokens[next % #tokens + 1], ["Content-Type"] = "application/json" }
  local score = math.floor(next / #tokens)
  local body = '{"home": ' .. score % 7 .. ', "away": ' .. math.floor(score / 7) % 7 .. ', "scorers": []}'
  return wrk.format("PUT", path, headers, body)
end
