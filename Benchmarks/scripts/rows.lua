-- Requests for single rows. Arguments: POST to store rows that are new in every run; or GET or PUT to read or change rows
-- drawn at random, and how many rows there are. (wrk makes a first request only to look at it and never sends it.)
local method = "GET"
local next = os.time() * 1000000
local ready = {}
local body = '{"value": "a value of forty characters, to be stored"'

function init(arguments)
  method = arguments[1] or method
  local size = tonumber(arguments[2] or 1)
  if method ~= "GET" then
    wrk.headers["Content-Type"] = "application/json"
  end
  if method == "PUT" then
    wrk.body = body .. "}"
  end
  for number = 1, 1000 do
    ready[number] = wrk.format(method, "/v1/bench/rows/" .. math.random(1, size))
  end
end

function request()
  next = next + 1
  if method == "POST" then
    return wrk.format("POST", "/v1/bench/rows", nil, body .. string.format(', "id": %d}', next))
  end
  return ready[next % 1000 + 1]
end
