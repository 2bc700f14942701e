import FieldhouseKit
import Foundation
import Testing

/// Somebody who has signed in.
struct Person: Sendable {
  let id: String
  let token: String
}

extension RunningHost {
  /// Calls the host.
  @discardableResult
  func call(
    _ method: String, _ path: String, as token: String? = nil, body: JSON? = nil, headers: [String: String] = [:]
  ) async throws -> Reply {
    var exchange = Exchange(port: port, method: method, path: path, headers: headers)
    if let token { exchange.headers["Authorization"] = "Bearer \(token)" }
    if let body {
      exchange.headers["Content-Type"] = "application/json"
      exchange.body = Array(body.serialized().utf8)
    }
    return try await exchange.run()
  }

  /// Reads.
  func get(_ path: String, as person: Person? = nil) async throws -> Reply {
    try await call("GET", path, as: person?.token)
  }

  /// Moves the clock; everything due by then has happened when this returns.
  func advance(to instant: String) async throws {
    let reply = try await call(
      "POST", "/v1/console/clock", as: Self.token, body: ["advanceTo": .string(instant)])
    try #require(reply.status == 200, "\(reply.json)")
  }

  /// Signs in with a one-time code, as a new person unless the number is known.
  func signIn(_ phone: String) async throws -> Person {
    let code = try await askForCode(phone)
    let reply = try await call(
      "POST", "/v1/auth/otp/verify", body: ["phone": .string(phone), "code": .string(code), "acceptsTerms": true])
    return try person(reply, status: 200)
  }

  /// Comes in as a guest.
  func guest() async throws -> Person {
    try person(try await call("POST", "/v1/auth/guest", body: [:]), status: 201)
  }

  private func person(_ reply: Reply, status: Int) throws -> Person {
    try #require(reply.status == status, "\(reply.json)")
    return Person(
      id: try #require(reply["account"]?["id"]?.string), token: try #require(reply["token"]?.string))
  }

  /// The codes delivered to a number so far.
  func codes(for phone: String) -> [String] {
    let digits = phone.filter(\.isNumber)
    let text = (try? installation.folder.read("data/deliveries.jsonl")) ?? ""
    let messages = text.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
    return messages.filter { $0["to"]?.string?.filter(\.isNumber) == digits }.compactMap { $0["code"]?.string }
  }

  /// The code after those that were there before; messages leave shortly after the answer.
  func nextCode(for phone: String, after count: Int) async throws -> String {
    for _ in 0..<2000 {
      if let code = codes(for: phone).dropFirst(count).first { return code }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NotReady(errors: "no code for \(phone)\n\(log)")
  }
}
