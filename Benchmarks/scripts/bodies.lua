-- Posts each line of a file once, then stops. Arguments: the path, and the file with one JSON body a line.
local path
local bodies = {}
local next = 0

function init(arguments)
  path = arguments[1]
  wrk.headers["Content-Type"] = "application/json"
  for body in io.lines(arguments[2]) do
    bodies[#bodies + 1] = body
  end
end

function request()
  next = next + 1
  if next >= #bodies then
    wrk.thread:stop()
  end
  return wrk.format("POST", path, nil, bodies[math.min(next, #bodies)])
end
