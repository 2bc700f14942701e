import FieldhouseKit

/// Pages that people write, with everything that a plugin can keep of them: rows, scores, roles, notifications, events,
/// live events. Notes which hooks were called, by the first letters of the ids; does not do what it is told while it has a
/// trouble.
struct Diary: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func start() async throws {
    guard host.pluginID == "gossip" else { return }
    try await host.events.subscribe("diary.written") { event, transaction in
      try await check("deaf", in: transaction)
      guard let author = event.payload["author"]?.string, let text = event.payload["text"]?.string else { return }
      try await transaction.execute("insert into heard (author, text) values (\(author), \(text))")
      try await score(AccountID(author), text, in: transaction)
    }
  }

  func routes(_ routes: inout Routes) {
    routes.put("/pages/{page}", "Write a page", access: .guest) { [self] (input: PageInput, call) in
      let author = try call.account
      try await host.storage.write { try await write(input, author, in: $0) }
      return NoContent()
    }
    drawings(&routes)
    looks(&routes)
    list(&routes, "/pages", "All pages", "select page || ': ' || author || ': ' || text from pages order by page")
    list(&routes, "/heard", "What others wrote", "select author || ': ' || text from heard order by number")
    list(&routes, "/calls", "The hooks that were called", "select change from calls order by number")
    routes.put("/troubles/{name}", "Have a trouble", access: .everyone) { [self] (input: TroubleInput, _) in
      try await host.storage.write { try await $0.execute("insert into troubles (name) values (\(input.name))") }
      return NoContent()
    }
    routes.delete("/troubles/{name}", "Have it no longer", access: .everyone) { [self] (input: TroubleInput, _) in
      try await host.storage.write { try await $0.execute("delete from troubles where name = \(input.name)") }
      return NoContent()
    }
  }

  /// All pages as they were when somebody looked, in a transaction and without one.
  private func looks(_ routes: inout Routes) {
    let query: SQL = "select author || ': ' || text from pages order by page"
    routes.post("/looks", "Look at all pages", access: .guest) { (_: NoInput, _, transaction) in
      Page(items: try await transaction.query(query).map { Line(text: try $0[0]) })
    }
    routes.action("/glances", "Glance at all pages", access: .guest) { [host] (_: NoInput, _) in
      Page(items: try await host.storage.read { try await $0.query(query).map { Line(text: try $0[0]) } })
    }
  }

  private func list(_ routes: inout Routes, _ path: String, _ summary: String, _ query: SQL) {
    routes.get(path, summary, access: .everyone) { [host] (_: NoInput, _) in
      Page(items: try await host.storage.read { try await $0.query(query).map { Line(text: try $0[0]) } })
    }
  }

  private func write(_ input: PageInput, _ author: Account, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into pages (page, author, text) values (\(input.page), \(author.id), \(input.text))
      on conflict (page) do update set text = excluded.text
      """)
    try await score(author.id, input.text, in: transaction)
    try await transaction.grant("keeper", to: author.id, in: Scope("page", input.page))
    try await transaction.emit(
      Event(
        name: "written", payload: ["author": .string(author.id.text), "text": .string(input.text)]))
    try await transaction.publish(
      "pages",
      LiveEvent(
        "written",
        ["author": .string(author.id.text), "name": .string(author.name), "text": .string(input.text)]))
    try await transaction.notify(
      NotificationRequest(
        recipients: (input.readers ?? []).map { AccountID($0) }, about: [author.id], kind: "page", text: "page.text",
        arguments: ["name": author.name, "text": input.text], link: "/\(host.pluginID)/pages/\(input.page)",
        deduplicationKey: "\(author.id)/\(input.page)"))
  }

  private func score(_ author: AccountID, _ text: String, in transaction: any Transaction) async throws {
    let words = Int64(text.split(separator: " ").count)
    for board in ["words", "longest"] {
      try await transaction.submit(
        ScoreChange(
          board: board, account: author, score: words, achievedAt: host.clock.now, details: ["last": .string(text)]))
    }
  }
}

// What happens to people.
extension Diary {
  func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await note("erase \(account.text.prefix(6))", in: transaction)
    try await transaction.execute("delete from pages where author = \(account)")
    try await transaction.execute("delete from heard where author = \(account)")
    try await eraseDrawings(of: account, in: transaction)
  }

  func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    try await check("mute", in: transaction)
    let pages = try await transaction.query("select page, text from pages where author = \(account) order by page")
    return pages.isEmpty ? nil : .array(try pages.map { ["page": .string(try $0[0]), "text": .string(try $0[1])] })
  }

  func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    try await note("merge \(account.text.prefix(6)) \(other.text.prefix(6))", in: transaction)
    try await transaction.execute("update pages set author = \(other) where author = \(account)")
    try await transaction.execute("update heard set author = \(other) where author = \(account)")
    try await transaction.execute("update drawings set author = \(other) where author = \(account)")
  }

  func blocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws {
    try await note("blocked \(account.text.prefix(6)) \(other.text.prefix(6))", in: transaction)
  }

  func unblocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws {
    try await note("unblocked \(account.text.prefix(6)) \(other.text.prefix(6))", in: transaction)
  }

  private func note(_ change: String, in transaction: any Transaction) async throws {
    try await transaction.execute("insert into calls (change) values (\(change))")
    try await check("lazy", in: transaction)
  }

  private func check(_ trouble: String, in transaction: any ReadTransaction) async throws {
    if try await transaction.first("select 1 from troubles where name = \(trouble)") != nil {
      throw Problem(status: 500, code: trouble, detail: "The diary is \(trouble).")
    }
  }
}

struct PageInput: RouteInput {
  var page: String
  var text: String
  /// Who is told.
  var readers: [String]?
}

struct Line: RouteOutput, Decodable {
  var text: String
}

struct TroubleInput: RouteInput {
  var name: String
}

@c(diary_plugin)
public func diaryPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Diary.self) }

/// The same plugin beside it.
@c(gossip_plugin)
public func gossipPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Diary.self) }
