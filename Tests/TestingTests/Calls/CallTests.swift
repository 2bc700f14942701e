import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

/// Answers what it was asked, and by whom.
private struct Mirror: Plugin {
  init(host: PluginHost) throws {}

  func routes(_ routes: inout Routes) {
    routes.get("/calls/{name}", "Mirrors a call", access: .everyone) { (input: Named, call) in Seen(input, call) }
    routes.delete("/calls/{name}", "Mirrors a removal", access: .everyone) { (_: Named, _) in NoContent() }
    routes.put("/calls/{name}", "Mirrors a body", access: .everyone) { (input: Named, call) in Seen(input, call) }
    routes.patch("/calls/{name}", "Mirrors a change", access: .everyone) { (input: Named, call) in Seen(input, call) }
    routes.action("/calls", "Acts", access: .everyone) { (input: Counted, _) in
      guard input.count < 3 else { throw Problem.conflict("too-many", "Take less.") }
      return Page(items: (0..<input.count).map { Number(number: $0) })
    }
  }

  static func plugin() throws -> TestPlugin {
    try TestPlugin(
      Mirror.self,
      manifest: [
        "id": "mirror", "name": "Mirror", "version": "1.0.0", "kit": "^1.0.0",
        "library": ["path": "libMirror.so", "symbol": "mirror_plugin"],
        "contributions": [
          "routes": [
            "GET /calls/{name}", "DELETE /calls/{name}", "PUT /calls/{name}", "PATCH /calls/{name}", "POST /calls",
          ]
        ],
      ])
  }
}

private struct Named: RouteInput {
  var name: String
  var note: String?
}

private struct Counted: RouteInput {
  var count: Int
}

private struct Number: RouteOutput, Decodable { var number: Int }

private struct Seen: RouteOutput, Decodable {
  var name: String
  var note: String?
  var caller: String?
  var language: String
  var address: String

  init(_ input: Named, _ call: Call) {
    (name, note) = (input.name, input.note)
    caller = call.principal?.account.id.text
    (language, address) = (call.language, call.remoteAddress)
  }
}

@Suite struct `A call of a test host` {
  private func withHost(_ body: (TestHost) async throws -> Void) async throws {
    try await TestHost.run(Mirror.plugin()) { try await body($0) }
  }

  @Test func `comes from whoever calls, at an address of their own, or from nobody`() async throws {
    try await withHost { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.guest())
      for person in [ada, bob] {
        let reply = try await host.get("/v1/mirror/calls/a", as: person)
        #expect(reply["caller"]?.string == person.id.text && reply["address"]?.string == person.address)
      }
      let nobody = try await host.get("/v1/mirror/calls/a")
      #expect(nobody["caller"]?.string == nil && nobody["address"] == "192.0.2.1")
      #expect(Set([ada.address, bob.address, host.operator.address, "192.0.2.1"]).count == 4)
      #expect(!bob.name.isEmpty && bob.phone == nil && ada.name == "Ada")
    }
  }

  @Test func `has its path and query as they are written`() async throws {
    try await withHost { host in
      let escaped = try await host.get("/v1/mirror/calls/a%20b%2Fc?note=%C3%A9%26x")
      #expect(escaped["name"] == "a b/c" && escaped["note"] == "é&x")
      let removed = try await host.delete("/v1/mirror/calls/a?note=b")
      #expect(removed.status == 204 && removed.body.isEmpty && removed.text == "" && removed.json == .null)
      #expect(try await host.delete("/v1/mirror/calls/a?other=b").pointers == ["/other"])
      #expect(try await host.put("/v1/mirror/calls/a", ["note": "é"])["note"] == "é")
      #expect(try await host.patch("/v1/mirror/calls/a", ["note": .null])["note"]?.string == nil)
      #expect(try await host.put("/v1/mirror/calls/a")["name"] == "a")
      #expect(try await host.call(.put, "/v1/mirror/calls/a")["name"] == "a")
      #expect(try await host.get("/v1/mirror/calls/a?other=1").pointers == ["/other"])
      #expect(try await host.put("/v1/mirror/calls/a?note=b").pointers == ["/note"])
    }
  }

  @Test(arguments: [
    "", "/v1/mirror/calls/%", "/v1/mirror", "*", "//", "/v1/../v1",
  ])
  func `with a path that leads nowhere is answered, not a failure`(path: String) async throws {
    try await withHost { host in
      let reply = try await host.get(path)
      #expect([400, 404].contains(reply.status), "\(reply.status) \(reply.text)")
      #expect(reply.code != nil && reply.problem == "\(reply.status) \(reply.code ?? "")")
    }
  }

  @Test func `may replace its header fields, whatever the case of their names`() async throws {
    try await withHost { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.guest())
      let other = ["AUTHORIZATION": "Bearer \(bob.token)"]
      #expect(try await host.get("/v1/mirror/calls/a", as: ada, headers: other)["caller"]?.string == bob.id.text)
      let plain = try await host.put("/v1/mirror/calls/a", ["note": "x"], headers: ["Content-Type": "text/plain"])
      #expect(plain.problem == "415 unsupported-media-type")
      for name in ["", "a b", "a:b", "é", "a\n"] {
        let error = await #expect(throws: TestHostError.self) {
          try await host.get("/v1/mirror/calls/a", headers: [name: "x"])
        }
        #expect(error?.description == "'\(name.lowercased())' names no header field.")
      }
    }
  }

  @Test func `is answered with what can be read without asking whether it is there`() async throws {
    try await withHost { host in
      let list = try await host.post("/v1/mirror/calls", ["count": 2])
      #expect(list.status == 200 && list.items == [["number": 0], ["number": 1]] && list["next"] == .null)
      #expect(list.code == nil && list.problem == nil && list.pointers.isEmpty)
      #expect(list.json == (try JSON(parsing: list.text)) && list.body == Array(list.text.utf8))
      #expect(list.headers["content-type"]?.hasPrefix("application/json") == true)
      let refused = try await host.post("/v1/mirror/calls", ["count": 3])
      #expect(refused.problem == "409 too-many" && refused.code == "too-many" && refused.items.isEmpty)
      #expect(refused["nothing"] == nil && refused.pointers.isEmpty)
      let wrong = try await host.post("/v1/mirror/calls", ["count": "2", "x": 1])
      #expect(wrong.status == 422 && wrong.pointers.sorted() == ["/count", "/x"])
      #expect(try await host.call(.post, "/v1/mirror/calls").pointers == ["/count"])
    }
  }
}
