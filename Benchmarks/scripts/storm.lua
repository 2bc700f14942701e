-- Wrong passwords for identifiers that are new each time. Argument: the number of the run.
local run = "0"
local next = 0

function init(arguments)
  run = arguments[1] or run
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  next = next + 1
  local identifier = "storm-" .. run .. "-" .. next .. "@example.org"
  return wrk.format(
    "POST", "/v1/auth/login", nil, '{"identifier": "' .. identifier .. '", "password": "a wrong password, long enough"}')
end
