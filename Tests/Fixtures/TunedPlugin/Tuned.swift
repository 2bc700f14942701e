// A plugin with settings of many kinds, and one rule about them that no schema can tell.
import FieldhouseKit

struct TunedSettings: Decodable {
  var greeting: String
  var most: Int
  var mail: Mail
  var token: String?

  struct Mail: Decodable {
    var server: String
    var port: Int
  }
}

struct Refusal: Error, CustomStringConvertible {
  let description = "Nobody can be greeted with 'never'"
}

struct Greeting: RouteOutput, Codable {
  var text: String
  var most: Int
  var port: Int
  var tokenLength: Int
}

struct Tuned: Plugin {
  let settings: TunedSettings

  init(host: PluginHost) throws { settings = try host.settings.decode() }

  func routes(_ routes: inout Routes) {
    routes.get("/greeting", "Greets", access: .everyone) { [settings] (_: NoInput, _) in
      Greeting(
        text: settings.greeting, most: settings.most, port: settings.mail.port,
        tokenLength: settings.token?.count ?? 0)
    }
    routes.post("/notes", "Keeps a note", access: .everyone) { (_: NoInput, _, transaction) in
      try await transaction.execute("insert into notes (text) values ('note')")
      return NoContent()
    }
  }

  func validate() async throws {
    if settings.greeting == "never" { throw Refusal() }
    if settings.greeting == "crash" { fatalError("as told") }
  }
}

@c(tuned_plugin)
public func tunedPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Tuned.self) }
