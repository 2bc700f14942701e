-- A new log entry for one athlete after the other. Arguments: the path of a day's entries of an exercise, and a file with one
-- session token a line.
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
  return wrk.format("PUT", path .. "bench-" .. os.time() .. "-" .. next, headers, '{"value": ' .. next % 9 + 1 .. '}')
end
