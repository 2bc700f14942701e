-- Scores of people drawn at random. Argument: how many people there are; 0 for people who are new in every run.
local size = 1
local next = os.time() * 1000000

function init(arguments)
  size = tonumber(arguments[1])
  wrk.headers["Content-Type"] = "application/json"
end

local function account()
  if size > 0 then
    return string.format("p%019d", math.random(0, size - 1))
  end
  next = next + 1
  return string.format("n%019d", next)
end

function request()
  return wrk.format(
    "POST", "/v1/bench/scores", nil, '{"account": "' .. account() .. '", "score": ' .. math.random(0, 99999) .. "}")
end
