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
  /// The pictures that are kept.
  let shelf = Shelf()
  /// The films that are kept.
  let reel = Reel()
  private let routes: RouteTable
  private let declared: [Route]

  /// - Parameters:
  ///   - texts: what the host and its plugins came with, by owners and languages.
  ///   - places: the plugins that run.
  ///   - usage: the patterns of the pages of which it is counted how often people look at them; nil where nothing is counted.
  ///   - limit: counts the messages of a client, and what it does with advertisements.
  init(
    _ database: TestDatabase, texts: [String: [String: [String: String]]] = [:], places: [Advertising.Place] = [],
    usage: Set<String>? = nil, limit: @escaping Content.Limit = { _ in }
  ) async throws {
    storage = try await database.open("host", Content.migrations.map { Migration(id: $0.id, sql: $0.sql) })
    let catalog = TextCatalog()
    for (owner, tables) in texts { catalog.set(TextTables(tables), of: owner) }
    self.texts = catalog
    let content = Content(
      storage: storage, texts: catalog, pictures: shelf.pictures, films: reel.films, limit: limit, crashLimit: limit)
    self.content = content
    let advertising = Advertising(content: content, places: places, limit: limit)
    var all = Routes()
    content.routes(&all)
    advertising.routes(&all)
    Usage(content: content, isOn: usage != nil, pages: usage ?? [], limit: limit).routes(&all)
    declared = all.all
    routes = RouteTable { routes in for route in all.all { routes.add(route) } }
  }

  /// Calls a route, as a person if one is named.
  @discardableResult
  func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as person: String? = nil,
    language: String = "en", from address: String = "192.0.2.1", in country: String? = nil,
    kind: Account.Kind = .user
  ) async throws -> JSON {
    let account = person.map { Account(id: AccountID($0), kind: kind, name: $0, country: country) }
    return try await routes.call(
      method, path, body, as: account, at: clock.now, language: language, from: address
    ).body
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

  /// Uploads a picture, which is a JSON text, to a page or an advertisement such as `/pages/faq`, as an operator.
  func upload(_ picture: String, to thing: String) async throws {
    let parts = thing.split(separator: "/").map(String.init)
    let name = parts[0] == "pages" ? "page" : "id"
    let request = RawRequest(
      parameters: [name: parts[1]], query: nil, body: Array("\"\(picture)\"".utf8), contentType: "image/png")
    _ = try await put(request, to: "/\(parts[0])/{\(name)}/picture")
  }

  /// Uploads a part of a film, as an operator.
  @discardableResult
  func send(_ bytes: [UInt8], as part: Int, of film: String) async throws -> JSON {
    let request = RawRequest(
      parameters: ["film": film, "part": "\(part)"], query: nil, body: bytes, contentType: "application/octet-stream")
    let answer = try await put(request, to: "/films/{film}/parts/{part}")
    return try JSON(parsing: String(decoding: answer.body, as: UTF8.self))
  }

  /// Hands a request whose body is no JSON to the route of this pattern, as an operator.
  private func put(_ request: RawRequest, to path: String) async throws -> RawResponse {
    guard let route = declared.first(where: { $0.method == .put && $0.path == path })?.handler.plain else {
      throw Problem.notFound("route-unknown", "There is no route \(path).")
    }
    let operators = Account(id: AccountID("operator"), kind: .user, name: "operator")
    let call = Call(
      principal: Principal(account: operators, session: "s"), now: clock.now, language: "en", requestID: "r",
      remoteAddress: "192.0.2.1")
    return try await route(request, call)
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

/// Pictures in memory, each under an id of its own; what holds `"none"` is no picture.
final class Shelf: Sendable {
  private let state = Mutex((files: [String: [UInt8]](), last: 0))

  var count: Int { state.withLock { $0.files.count } }

  var pictures: ContentPictures {
    ContentPictures(
      maximumBytes: 1000,
      keep: { [self] bytes in
        guard !String(decoding: bytes, as: UTF8.self).contains("\"none\"") else {
          throw Problem(status: 415, code: "picture-type", detail: "Send a picture.")
        }
        return state.withLock { state in
          state.last += 1
          let id = String(format: "%064x", state.last)
          state.files[id] = bytes
          return id
        }
      },
      file: { [self] id in
        state.withLock { $0.files[id] }.map { MediaFile(id: id, contentType: "image/jpeg", bytes: $0) }
      }, remove: { [self] id in state.withLock { $0.files[id] = nil } })
  }
}

/// Films in memory: what is whole, and what comes yet.
final class Reel: Sendable {
  private let state = Mutex((whole: [String: [UInt8]](), drafts: [String: [UInt8]]()))

  /// The films that are whole, by their ids.
  var whole: [String: [UInt8]] { state.withLock { $0.whole } }
  /// How many are there, whole or not.
  var count: Int { state.withLock { $0.whole.count + $0.drafts.count } }

  var films: ContentFilms {
    ContentFilms(
      maximumBytes: 5 << 20,
      write: { [self] bytes, offset, id in
        state.withLock { $0.drafts[id] = Array(($0.drafts[id] ?? []).prefix(offset)) + bytes }
      },
      finish: { [self] id in
        state.withLock { if let draft = $0.drafts.removeValue(forKey: id) { $0.whole[id] = draft } }
      },
      remove: { [self] id in
        state.withLock {
          $0.whole[id] = nil
          $0.drafts[id] = nil
        }
      })
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
