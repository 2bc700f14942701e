-- Requests for single rows: POST stores one of a hundred thousand, PUT changes and GET reads one of the first thousand.
local method = "GET"
local next = 0

function init(arguments)
  method = arguments[1] or method
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  next = next + 1
  if method == "GET" then
    return wrk.format("GET", "/v1/bench/rows/" .. next % 1000)
  end
  local id = method == "POST" and next % 100000 or next % 1000
  local body = '{"value": "a value of forty characters, to be stored"'
  if method == "POST" then
    return wrk.format("POST", "/v1/bench/rows", nil, body .. ', "id": ' .. id .. "}")
  end
  return wrk.format("PUT", "/v1/bench/rows/" .. id, nil, body .. "}")
end
