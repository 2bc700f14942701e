-- Answers of one signed-in person after the other to one event after the other, each another one than before. Arguments: the area's
-- path, a file with one session token a line, and a file with one event's path a line.
local replies = { '{"reply": "yes"}', '{"reply": "no"}' }
local tokens, events = {}, {}
local next = 0

function init(arguments)
  for token in io.lines(arguments[2]) do
    tokens[#tokens + 1] = token
  end
  for event in io.lines(arguments[3]) do
    events[#events + 1] = arguments[1] .. event
  end
end

function request()
  next = next + 1
  local pairs = #tokens * #events
  local place = next % pairs
  local headers = { ["Authorization"] = "Bearer " .. tokens[place % #tokens + 1], ["Content-Type"] = "application/json" }
  local reply = replies[math.floor(next / pairs) % 2 + 1]
  return wrk.format("PUT", events[math.floor(place / #tokens) + 1], headers, reply)
end
