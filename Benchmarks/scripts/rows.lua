-- Requests for single rows. Arguments: POST and the id before the first row to store; or GET or PUT to read or change
-- one of the rows 2 to 1001. (wrk makes a first request only to look at it and never sends it.)
local method = "GET"
local start = 0
local next = 0
local ready = {}
local body = '{"value": "a value of forty characters, to be stored"'

function init(arguments)
  method = arguments[1] or method
  start = tonumber(arguments[2] or 0)
  if method == "POST" then
    wrk.headers["Content-Type"] = "application/json"
    return
  end
  if method == "PUT" then
    wrk.headers["Content-Type"] = "application/json"
    wrk.body = body .. "}"
  end
  for id = 2, 1001 do
    ready[id - 1] = wrk.format(method, "/v1/bench/rows/" .. id)
  end
end

function request()
  next = next + 1
  if method == "POST" then
    return wrk.format("POST", "/v1/bench/rows", nil, body .. ', "id": ' .. start + next .. "}")
  end
  return ready[next % 1000 + 1]
end
