import Testing

@testable import FieldhouseHTTP

@Suite struct `Counting requests per route` {
  @Test func `a route that is served by two generations has one series`() {
    let metrics = RequestMetrics()
    metrics.series(route: "GET /v1/things", owner: "things").record(status: 200, seconds: 0.002)
    metrics.series(route: "GET /v1/things", owner: "things").record(status: 200, seconds: 3)
    metrics.series(route: "GET /v1/things", owner: "things").record(status: 404, seconds: 0.0001)
    let lines = metrics.text.split(separator: "\n").map(String.init)
    let name = "fieldhouse_http_request_seconds"
    let good = #"route="GET /v1/things",plugin="things",status="200""#
    #expect(lines.contains(#"\#(name)_bucket{\#(good),le="0.001"} 0"#))
    #expect(lines.contains(#"\#(name)_bucket{\#(good),le="0.005"} 1"#))
    #expect(lines.contains(#"\#(name)_bucket{\#(good),le="+Inf"} 2"#))
    #expect(lines.contains(#"\#(name)_count{\#(good)} 2"#))
    #expect(lines.contains { $0.hasPrefix("\(name)_count") && $0.contains(#"status="404""#) && $0.hasSuffix(" 1") })
  }

  @Test func `tells which of a plugin's routes have failed at least three times in a row`() {
    let metrics = RequestMetrics()
    func answer(_ route: String, _ statuses: Int..., owner: String = "things") {
      for status in statuses { metrics.series(route: route, owner: owner).record(status: status, seconds: 0) }
    }
    answer("GET /a", 200, 500, 500)
    #expect(metrics.failing(of: "things").isEmpty)
    answer("GET /a", 404, 503, 401, 500)
    answer("GET /b", 500, 500, 500, 500)
    answer("GET /c", 500, 500, 500, owner: "others")
    #expect(metrics.failing(of: "things").map(\.route) == ["GET /a", "GET /b"])
    #expect(metrics.failing(of: "things").map(\.calls) == [3, 4])
    answer("GET /b", 304)
    #expect(metrics.failing(of: "things").map(\.route) == ["GET /a"])
    answer("GET /a", 200)
    #expect(metrics.failing(of: "things").isEmpty)
  }
}
