import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A plugin that implements nothing but its beginning` {
  /// All that a plugin must have.
  private struct Bare: Plugin {
    init(host: PluginHost) throws {}
  }

  private let plugin = try! Bare(host: BareHost().host())
  private let ada = AccountID("ada")
  private let bob = AccountID("bob")

  @Test func `has no routes and answers nothing, and takes away what others declared`() {
    var routes = Routes()
    var answers = Answers()
    plugin.routes(&routes)
    plugin.answers(&answers)
    #expect(routes.all.isEmpty && answers.all.isEmpty)
    routes.get("/x", "x", access: .everyone) { (_: NoInput, _) in NoContent() }
    answers.add("x") { _ in 1 }
    plugin.routes(&routes)
    plugin.answers(&answers)
    #expect(routes.all.map(\.path) == ["/x"] && answers.all.map(\.name) == ["x"])
  }

  @Test func `starts, is well, and stops`() async throws {
    try await plugin.validate()
    try await plugin.start()
    #expect(await plugin.health() == .ok)
    await plugin.stop()
  }

  @Test func `lets nobody watch, not even an administrator`() async throws {
    let topic = try #require(LiveTopic("cards/c1", pattern: "cards/{card}"))
    #expect(try await plugin.mayWatch(topic, nil) == false)
    var admin = Principal(account: Account(id: ada, kind: .user, name: "Ada"), session: "s", roles: ["super-admin"])
    #expect(try await plugin.mayWatch(topic, admin) == false)
    admin.isOperator = true
    #expect(try await plugin.mayWatch(topic, admin) == false)
  }

  @Test func `keeps nothing of anybody: it has nothing to erase, to tell, to merge or to hide`() async throws {
    let untouched = UntouchedTransaction()
    try await plugin.erase(ada, in: untouched)
    #expect(try await plugin.export(ada, from: untouched) == nil)
    try await plugin.merge(ada, into: bob, in: untouched)
    try await plugin.blocked(ada, by: bob, in: untouched)
    try await plugin.unblocked(ada, by: bob, in: untouched)
  }
}

@Suite struct `What a library hands to the host` {
  private final class Kept: Plugin {
    let id: String
    init(host: PluginHost) throws {
      guard host.folder.isEmpty == false else { throw Refused() }
      id = host.pluginID + " " + host.folder
    }
  }
  private struct Refused: Error {}

  @Test func `makes the plugin with the host it is given, as often as it is asked`() throws {
    let entry = PluginEntry.take(PluginEntry.export(Kept.self))
    let first = try #require(try entry.make(BareHost().host()) as? Kept)
    let second = try #require(try entry.make(BareHost().host()) as? Kept)
    #expect(first.id == "walks plugins/walks" && first !== second)
  }

  @Test func `throws what the plugin throws`() {
    let entry = PluginEntry.take(PluginEntry.export(Kept.self))
    let bare = BareHost()
    let homeless = PluginHost(
      pluginID: "x", folder: "", clock: bare, storage: bare, authentication: bare, rights: bare, notifications: bare,
      leaderboards: bare, events: bare, schedules: bare, http: bare, media: bare, texts: bare, settings: bare,
      rules: bare, log: bare, metrics: bare)
    #expect(throws: Refused.self) { _ = try entry.make(homeless) }
  }

  @Test func `is let go of once the host lets go of it`() {
    weak var entry: PluginEntry?
    do {
      let taken = PluginEntry.take(PluginEntry.export(Kept.self))
      entry = taken
      #expect(entry?.contract == Kit.contract)
    }
    #expect(entry == nil)
  }

  @Test func `each export is an entry of its own`() {
    let (one, two) = (PluginEntry.export(Kept.self), PluginEntry.export(Kept.self, contract: 2))
    #expect(one != two)
    #expect(PluginEntry.take(two).contract == 2)
    #expect(PluginEntry.take(one).contract == 1)
  }
}

@Suite struct `The services of a plugin` {
  @Test func `are those that its host was made of`() async throws {
    let host = BareHost().host()
    #expect(host.pluginID == "walks" && host.folder == "plugins/walks" && host.settings.values == ["points": 3])
    #expect(!host.clock.isSimulated && host.texts.text("k", language: "en", arguments: [:]) == "k")
    #expect(host.rules.function("f") == nil)
    await #expect(throws: BareHost.NotThere.self) { try await host.storage.write { _ in } }
  }

  @Test func `know of no other plugin unless the host does`() async throws {
    let answer = try await BareHost().host().questions.ask(Inquiry("fitness.steps"))
    guard case .absent(let absence) = answer else { throw BareHost.NotThere() }
    #expect("\(absence)" == "not-installed: There is no other plugin.")
  }
}
