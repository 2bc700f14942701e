-- Wrong passwords for identifiers that are new each time. Prints "refused N, without Retry-After M".
-- Argument: the number of the run.
local run = "0"
local next = 0
local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
end

function init(arguments)
  run = arguments[1] or run
  refused, silent = 0, 0
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  next = next + 1
  local identifier = "storm-" .. run .. "-" .. next .. "@example.org"
  return wrk.format(
    "POST", "/v1/auth/login", nil, '{"identifier": "' .. identifier .. '", "password": "a wrong password, long enough"}')
end

function response(status, headers)
  if status == 429 then
    refused = refused + 1
    if not (headers["Retry-After"] or headers["retry-after"]) then
      silent = silent + 1
    end
  end
end

function done()
  io.write(string.format("refused %d, without Retry-After %d\n", threads[1]:get("refused"), threads[1]:get("silent")))
end
