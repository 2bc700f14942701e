import FieldhouseContent
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization

/// Pages and messages on a database of their own, a clock that stands still.
struct ContentWorld: Sendable {
  let content: Content
  let texts: TextCatalog
  let clock = StandingClock()
  let storage: any NamespaceStorage
  private let routes: RouteTable

  /// - Parameters:
  ///   - texts: what the host and its plugins came with, by owners and languages.
  ///   - limit: counts the messages of a client.
  init(
    _ database: TestDatabase, texts: [String: [String: [String: String]]] = [:],
    limit: @escaping Content.Limit = { _ in }
  ) async throws {
    storage = try await database.open("host", Content.migrations.map { Migration(id: $0.id, sql: $0.sql) })
    let catalog = TextCatalog()
    for (owner, tables) in texts { catalog.set(TextTables(tables), of: owner) }
    self.texts = catalog
    let content = Content(storage: storage, texts: catalog, limit: limit)
    self.content = content
    routes = RouteTable { content.routes(&$0) }
  }

  /// Calls a route, as a person if one is named.
  @discardableResult
  func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as person: String? = nil,
    language: String = "en"
  ) async throws -> JSON {
    let account = person.map { Account(id: AccountID($0), kind: .user, name: $0) }
    return try await routes.call(method, path, body, as: account, at: clock.now, language: language).body
  }

  /// Publishes a text; a word each for title and text.
  @discardableResult
  func publish(
    _ page: String, _ title: String, in language: String = "en", section: String = "help", position: Int? = nil,
    text: String = "Text.", after: Int? = nil
  ) async throws -> JSON {
    var body: JSONObject = [
      "language": .string(language), "section": .string(section), "title": .string(title), "text": .string(text),
    ]
    if let position { body["position"] = .integer(Int64(position)) }
    if let after { body["after"] = .integer(Int64(after)) }
    return try await call(.put, "/pages/\(page)", .object(body), as: "operator")
  }

  /// The titles of the pages that somebody is shown, in order.
  func titles(_ query: String = "", language: String = "en") async throws -> [String] {
    try await call(.get, "/pages" + query, language: language)["items"]?.array?.compactMap { $0["title"]?.string } ?? []
  }

  /// Writes to operators.
  @discardableResult
  func write(_ text: String, as person: String? = nil, name: String = "Jo", email: String = "jo@example.org")
    async throws -> JSON
  {
    let body: JSON = ["name": .string(name), "email": .string(email), "text": .string(text)]
    return try await call(.post, "/messages", body, as: person)
  }
}

/// The problem that some work ends with; nil when it ends well.
func problem(_ work: () async throws -> Void) async -> Problem? {
  do {
    try await work()
    return nil
  } catch let problem as Problem {
    return problem
  } catch {
    return Problem(status: 500, code: "other", detail: "\(error)")
  }
}
