-- Scores of people drawn at random. Argument: how many people there are.
local size = 1

function init(arguments)
  size = tonumber(arguments[1])
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  local account = string.format("p%019d", math.random(0, size - 1))
  return wrk.format(
    "POST", "/v1/bench/scores", nil, '{"account": "' .. account .. '", "score": ' .. math.random(0, 99999) .. "}")
end
