-- A new guest a request. Argument: "apart" for guests who come from addresses of their own, through a trusted proxy.
local isApart = false

function init(arguments)
  isApart = arguments[1] == "apart"
  wrk.method = "POST"
end

function request()
  if isApart then
    wrk.headers["X-Forwarded-For"] =
      string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(1, 254))
  end
  return wrk.format()
end
