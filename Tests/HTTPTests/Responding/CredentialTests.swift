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
  ]

  @Test func `comes from this site and like no form`() async throws {
    let found = try await describe(Self.cases.filter { $0.line != "HEAD" }.map { ($0.line, $0.fields) })
    for (known, answer) in zip(Self.cases.filter { $0.line != "HEAD" }, found) {
      #expect(answer[1] == "\(known.isAllowed)", "\(known.line) \(known.fields)")
    }
  }
}
