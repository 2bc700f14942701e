import FieldhouseKit
import FieldhouseTestSupport
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import FieldhouseHTTP

@Suite struct `A host that is not for everybody` {
  private static let password = "käse & 1+1=2 %"
  private static let proof = "0123456789abcdef"

  private func gate() throws -> AccessGate {
    AccessGate(try .testing(), password: Self.password, proof: Self.proof) { _ in
      AccessGate.Words(title: "For <us> & \"you\"", label: "Password", button: "Enter", wrong: "Not <that> one")
    }
  }

  private func ask(
    _ gate: AccessGate, _ method: HTTPMethod = .GET, _ target: String = "/v1/nothing",
    _ fields: [(String, String)] = [], form: String? = nil
  ) async throws -> (status: Int, headers: HTTPFields, text: String) {
    var headers = HTTPHeaders([("Host", "test.example")] + fields)
    if let form { headers.add(name: "Content-Length", value: "\(form.utf8.count)") }
    let request = try ServerRequest(
      head: HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers),
      body: form.map { Array($0.utf8) }, remoteHost: "192.0.2.1",
      ListenerConfiguration(address: .tcp(host: "127.0.0.1", port: 0)))
    let response = try await gate.respond(to: request)
    let text =
      switch response.body {
      case .bytes(let bytes): String(buffer: bytes)
      case .array(let bytes): String(decoding: bytes, as: UTF8.self)
      case .none, .stream: ""
      }
    return (response.status.code, response.headers, text)
  }

  private static let page = ("Accept", "text/html,application/xhtml+xml")

  @Test(.tags(.pl89, .wc80)) func `shows nothing but a page that asks for the password, or that one is needed`()
    async throws
  {
    let gate = try gate()
    for target in ["/", "/v1/nothing", "/livez/", "/readyz2", "/access", "/v1/../livez", "/?/livez"] {
      let refusal = try await ask(gate, .GET, target)
      #expect(refusal.status == 401 && refusal.text.contains("access-password-needed"), "\(target)")
      let page = try await ask(gate, .GET, target, [Self.page])
      #expect(page.status == 401 && page.headers[.cacheControl] == "no-store", "\(target)")
      #expect(page.text.contains("<title>For &lt;us&gt; &amp; &quot;you&quot;</title>") && !page.text.contains("<us>"))
      #expect(!page.text.contains("role=\"alert\"") && page.text.contains("action=\"/access\""))
    }
    #expect(try await ask(gate, .POST, "/v1/nothing").status == 401)
    for target in ["/livez", "/readyz", "/livez?verbose"] { #expect(try await ask(gate, .GET, target).status != 401) }
  }

  @Test(.tags(.pl89, .wc80)) func `lets in who shows it in a field, or the cookie that it gave`() async throws {
    let gate = try gate()
    func isLetIn(_ fields: [(String, String)]) async throws -> Bool {
      try await ask(gate, .GET, "/", fields).status != 401
    }
    #expect(try await isLetIn([("Fieldhouse-Access", Self.password)]))
    #expect(try await isLetIn([("Cookie", "a=b; fieldhouse-access=\(Self.proof)")]))
    #expect(try await isLetIn([("Cookie", "fieldhouse-access=\(Self.proof);x=y")]))
    for cookie in [
      "fieldhouse-access=", "fieldhouse-access=\(Self.proof)0", "fieldhouse-access=\(Self.proof.dropLast())",
      "xfieldhouse-access=\(Self.proof)", "fieldhouse-access", "fieldhouse-access=\(Self.password)",
    ] {
      #expect(try await !isLetIn([("Cookie", cookie)]), "\(cookie)")
    }
    #expect(try await !isLetIn([("Fieldhouse-Access", Self.proof)]))
    #expect(
      try await !isLetIn([("Fieldhouse-Access", "wrong"), ("Cookie", "fieldhouse-access=\(Self.proof)")]),
      "a wrong password is wrong beside anything")
  }

  @Test(
    .tags(.pl89, .wc80),
    arguments: [
      "password=k%C3%A4se+%26+1%2B1%3D2+%25", "x=1&password=k%c3%a4se%20%26%201%2B1%3D2%20%25&y=2",
    ])
  func `takes the form of a browser, and gives it a cookie that does not tell the password`(form: String) async throws {
    let reply = try await ask(try gate(), .POST, "/access", [Self.page], form: form)
    #expect(reply.status == 303 && reply.headers[.location] == "/")
    #expect(
      reply.headers[.setCookie]
        == "fieldhouse-access=\(Self.proof); Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax")
  }

  @Test(
    .tags(.pl89, .wc80),
    arguments: [
      "password=", "", "password=k%C3%A4se", "Password=k%C3%A4se+%26+1%2B1%3D2+%25",
      "password=k%C3%A4se+%26+1+1%3D2+%25",
      "password=%zz", "passwordx=1",
    ])
  func `says that another one is wrong, and gives no cookie`(form: String) async throws {
    let reply = try await ask(try gate(), .POST, "/access", [Self.page], form: form)
    #expect(reply.status == 403 && reply.headers[.setCookie] == nil)
    #expect(reply.text.contains("<p role=\"alert\">Not &lt;that&gt; one</p>"))
  }

  @Test(.tags(.pl89, .wc80)) func `takes thirty wrong ones in a minute, and then none, but keeps who is in`()
    async throws
  {
    let gate = try gate()
    let right = [("Fieldhouse-Access", Self.password)]
    for _ in 0..<29 { #expect(try await ask(gate, .GET, "/", [("Fieldhouse-Access", "guess")]).status == 401) }
    #expect(try await ask(gate, .GET, "/", right).status != 401)
    #expect(try await ask(gate, .POST, "/access", form: "password=guess").status == 403)
    #expect(try await ask(gate, .GET, "/", right).status == 401)
    #expect(try await ask(gate, .POST, "/access", form: "password=k%C3%A4se+%26+1%2B1%3D2+%25").status == 403)
    #expect(try await ask(gate, .GET, "/", [("Cookie", "fieldhouse-access=\(Self.proof)")]).status != 401)
  }
}
