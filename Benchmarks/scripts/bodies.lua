-- Posts each line of a file once, from an address of its own through a trusted proxy, then stops. Prints "answers N in M us":
-- wrk itself counts the time until its end.
-- Arguments: the path, and the file with one JSON body a line.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } instant;
  int clock_gettime(int clock, instant *result);
]]

local path
local bodies = {}
local next = 0
local threads = {}
local instant = ffi.new("instant")

local function microseconds()
  ffi.C.clock_gettime(1, instant)
  return tonumber(instant.seconds) * 1e6 + tonumber(instant.nanoseconds) / 1e3
end

function setup(thread)
  threads[#threads + 1] = thread
end

function init(arguments)
  path = arguments[1]
  wrk.headers["Content-Type"] = "application/json"
  for body in io.lines(arguments[2]) do
    bodies[#bodies + 1] = body
  end
end

function request()
  first = first or microseconds()
  next = next + 1
  if next >= #bodies then
    wrk.thread:stop()
  end
  wrk.headers["X-Forwarded-For"] = string.format("10.1.%d.%d", math.floor(next / 250) % 250, next % 250 + 1)
  return wrk.format("POST", path, nil, bodies[math.min(next, #bodies)])
end

function response()
  answers = (answers or 0) + 1
  last = microseconds()
end

function done()
  local thread = threads[1]
  io.write(string.format("answers %d in %d us\n", thread:get("answers"), thread:get("last") - thread:get("first")))
end
