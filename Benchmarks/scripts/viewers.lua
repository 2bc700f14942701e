-- One path for one signed-in person after the other. Arguments: the path, and a file with one session token a line.
local ready = {}
local next = 0

function init(arguments)
  for token in io.lines(arguments[2]) do
    ready[#ready + 1] = wrk.format("GET", arguments[1], { ["Authorization"] = "Bearer " .. token })
  end
end

function request()
  next = next + 1
  return ready[next % #ready + 1]
end
