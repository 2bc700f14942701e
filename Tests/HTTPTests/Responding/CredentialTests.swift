import FieldhouseKit
import HTTPTypes
import Testing

@testable import FieldhouseHTTP

/// Answers with what a request says of its sender, and whether a cookie may be used for it.
private let describing: Answer = { request in
  let credential =
    switch Credential(request, cookie: "fieldhouse_session") {
    case .none: "none"
    case .bearer(let token): "bearer \(token)"
    case .cookie(let token): "cookie \(token)"
    }
  let isAllowed = (try? SameOrigin.check(request)) != nil
  return .text("\(credential)|\(isAllowed)")
}

private func describe(_ requests: [(line: String, fields: [String])]) async throws -> [[String]] {
  let (answers, stream) = AsyncStream.makeStream(of: [String].self)
  try await withListener(answer: describing) { server in
    for (line, fields) in requests {
      let text = try await offPool { [port = server.port] in
        let head = (["\(line) / HTTP/1.1", "Host: club.example:80"] + fields).joined(separator: "\r\n")
        return try RawClient(port: port).ask(head + "\r\n\r\n").text
      }
      stream.yield(text.split(separator: "|").map(String.init))
    }
    stream.finish()
  }
  return await answers.reduce(into: []) { $0.append($1) }
}

@Suite struct `Who a request says it comes from` {
  @Test func `is in the Authorization field or in the cookie`() async throws {
    let cases: [(field: [String], credential: String)] = [
      ([], "none"), (["Authorization: Bearer t1"], "bearer t1"), (["authorization: bEARER t1"], "bearer t1"),
      (["Authorization: Bearer"], "bearer "), (["Authorization: Basic dXNlcg=="], "bearer "),
      (["Authorization: "], "bearer "), (["Cookie: fieldhouse_session=t2"], "cookie t2"),
      (["Cookie: a=b; fieldhouse_session=t2; c=d"], "cookie t2"), (["Cookie: fieldhouse_session=a=b"], "cookie a=b"),
      (["Cookie: fieldhouse_session="], "none"), (["Cookie: xfieldhouse_session=t2"], "none"),
      (["Cookie: Fieldhouse_Session=t2"], "none"), (["Cookie: ;;;"], "none"),
      (["Authorization: Bearer t1", "Cookie: fieldhouse_session=t2"], "bearer t1"),
      (["Cookie: fieldhouse_session=t2; fieldhouse_session=t3"], "cookie t2"),
    ]
    let found = try await describe(cases.map { ("GET", $0.field) })
    for (known, answer) in zip(cases, found) {
      #expect(answer[0].split(separator: " ") == known.credential.split(separator: " "), "\(known.field)")
    }
  }
}

@Suite struct `A call with the session cookie` {
  private static let same = "Origin: https://club.example:80"
  private static let cases: [(line: String, fields: [String], isAllowed: Bool)] = [
    ("GET", [], true), ("GET", ["Origin: https://evil.example"], true), ("HEAD", [], true), ("POST", [], false),
    ("DELETE", [], false), ("PUT", ["Origin: null"], false), ("POST", ["Origin: https://evil.example"], false),
    ("POST", ["Origin: https://club.example"], false),
    ("POST", ["Origin: https://club.example:80.evil.example"], false),
    ("POST", ["Origin: ftp://club.example:80"], false), ("POST", [same], true),
    ("POST", ["Origin: http://club.example:80"], true), ("DELETE", [same], true),
    ("POST", [same, "Content-Type: application/json", "Content-Length: 2", "", "{}"], true),
    ("POST", [same, "Content-Type: application/json; charset=utf-8", "Content-Length: 2", "", "{}"], true),
    ("POST", [same, "Content-Type: text/plain", "Content-Length: 2", "", "{}"], false),
    ("POST", [same, "Content-Type: application/x-www-form-urlencoded", "Content-Length: 2", "", "{}"], false),
    ("POST", [same, "Content-Type: multipart/form-data", "Content-Length: 2", "", "{}"], false),
    ("PUT", [same, "Content-Type: image/png", "Content-Length: 2", "", "{}"], true),
    ("PUT", [same, "Content-Type: application/octet-stream", "Content-Length: 2", "", "{}"], true),
  ]

  /// What the client asked for as it or a trusted proxy says, whether by https, and where the call comes from.
  @Test(arguments: [
    ("club.example", false, "https://club.example", true), ("club.example", false, "http://club.example", true),
    ("club.example", true, "https://club.example", true), ("club.example", true, "http://club.example", false),
    ("Club.Example", false, "https://club.example", true), ("club.example:443", true, "https://club.example", true),
    ("club.example:80", false, "http://club.example", true), ("club.example:80", false, "https://club.example", false),
    ("club.example", false, "https://club.example:8443", false),
    ("club.example:8443", true, "https://club.example:8443", true),
    ("club.example", false, "https://sub.club.example", false),
    ("club.example", false, "https://club.example.evil", false),
    ("club.example", false, "https://club.example@evil.example", false), ("club.example", false, "null", false),
    ("club.example", false, "club.example", false), ("club.example", false, "", false), ("", false, "https://", false),
    ("[::1]:8080", false, "http://[::1]:8080", true), ("club.example:4430", false, "https://club.example0", false),
  ])
  func `has an origin that is the host the client asked for`(
    authority: String, isSecure: Bool, origin: String, isSame: Bool
  ) {
    #expect(SameOrigin.isOrigin(origin, of: authority, isSecure: isSecure) == isSame)
  }

  @Test func `without an origin or a host is from nowhere`() {
    #expect(!SameOrigin.isOrigin(nil, of: "club.example", isSecure: false))
    #expect(!SameOrigin.isOrigin("https://club.example", of: nil, isSecure: false))
  }

  /// The proxy asks for its own name of the host, and tells by which the client has come.
  @Test func `behind a trusted proxy comes from the host that the client named`() async throws {
    let fields =
      "Host: internal:8080\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Host: club.example\r\nX-Forwarded-Proto: https"
    for (peer, origin, answer) in [
      ("127.0.0.2", "https://club.example", "true"), ("127.0.0.2", "http://internal:8080", "false"),
      ("127.0.0.2", "http://club.example", "false"), ("127.0.0.1", "https://club.example", "false"),
      ("127.0.0.1", "http://internal:8080", "true"),
    ] {
      try await withListener(
        { $0.trustedProxies = try! TrustedProxies(parsing: "127.0.0.2") }, answer: describing
      ) { server in
        let text = try await offPool { [port = server.port] in
          try RawClient(port: port, from: peer).ask("POST / HTTP/1.1\r\n\(fields)\r\nOrigin: \(origin)\r\n\r\n").text
        }
        #expect(text.hasSuffix("|\(answer)"), "\(origin) from \(peer)")
      }
    }
  }

  @Test func `comes from this site and like no form`() async throws {
    let found = try await describe(Self.cases.filter { $0.line != "HEAD" }.map { ($0.line, $0.fields) })
    for (known, answer) in zip(Self.cases.filter { $0.line != "HEAD" }, found) {
      #expect(answer[1] == "\(known.isAllowed)", "\(known.line) \(known.fields)")
    }
  }
}
