import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `What an operator decides about limits` {
  @Test(.tags(.pl7)) func `can be read with its default and its bounds`() async throws {
    let tool = try await Tool.fieldhouse(["config", "explain", "--json"])
    let all = try #require(try tool.json.array)
    for name in LimitName.allCases {
      let setting = try #require(all.first { $0["key"]?.string == name.key }, "\(name.key)")
      #expect(setting["default"]?.string == "\(name.standard)")
    }
    let one = try await Tool.fieldhouse(["config", "explain", "limitLoginsPerAddress"])
    #expect(one.output.contains("100/5"))
    #expect(one.output.contains("1 to 1000000 at once"))
  }

  @Test(
    .tags(.pl7),
    arguments: [
      ("LIMIT_LOGINS_PER_NAME", "101/60"), ("LIMIT_LOGINS_PER_NAME", "0/60"), ("LIMIT_LOGINS_PER_NAME", "50/9"),
      ("LIMIT_LOGINS_PER_NAME", "50"), ("LIMIT_LOGINS_PER_NAME", "often"), ("LIMIT_CODES_PER_TARGET", "101/60"),
      ("LIMIT_CODES_PER_ADDRESS", "1000001/60"), ("LIMIT_CODES_PER_ADDRESS", "30/3601"),
      ("LIMIT_MESSAGES_PER_TARGET", "4/60"), ("LIMIT_REPORTS_PER_ACCOUNT", "20/86401"),
    ])
  func `is refused when it is out of bounds`(name: String, value: String) async throws {
    let tool = try await Tool.fieldhouse(["config", "explain"], environment: ["FIELDHOUSE_\(name)": value])
    #expect(tool.code == 2)
    #expect(tool.errors.contains("does not fit"))
  }

  @Test(.tags(.pl7)) func `holds for everybody, also for a peer on this machine`() async throws {
    let environment = ["FIELDHOUSE_LIMIT_GUESTS_PER_ADDRESS": "1/3600"]
    try await RunningHost.run(
      try Installation(), clock: "2024-08-17T11:40:00Z", environment: environment
    ) { host in
      var statuses: [Int] = []
      for _ in 0..<22 { statuses.append(try await host.call("POST", "/v1/auth/guest", body: [:]).status) }
      #expect(statuses == [Int](repeating: 201, count: 20) + [429, 429])
    }
  }

  @Test func `a browser gets the cookie of its device with the sign-in page and keeps it`() async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let first = try await host.get("/v1/auth/methods")
      let cookie = try #require(first.headers["set-cookie"]?.split(separator: ";").first.map(String.init))
      #expect(cookie.hasPrefix("fieldhouse_device="))
      let again = try await host.call("GET", "/v1/auth/methods", headers: ["Cookie": cookie])
      #expect(again.headers["set-cookie"] == nil)
    }
  }
}
