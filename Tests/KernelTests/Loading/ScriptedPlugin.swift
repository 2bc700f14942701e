import FieldhouseKernel
import FieldhouseKit
import FieldhouseTestSupport
import Synchronization

/// What a scripted plugin does wrong, and what was asked of all of them, in order.
final class Script: Sendable {
  /// The step at which a plugin fails, by plugin.
  let failures: [String: String]
  private let steps = Mutex<[String]>([])

  init(_ failures: [String: String] = [:]) {
    self.failures = failures
  }

  var log: [String] { steps.withLock { $0 } }

  func take(_ step: String, _ plugin: String) throws {
    steps.withLock { $0.append("\(step) \(plugin)") }
    if failures[plugin] == step { throw ScriptedFault(step: step) }
  }
}

struct ScriptedFault: Error, CustomStringConvertible {
  let step: String

  var description: String { "\(step) went wrong" }
}

/// A plugin that follows the script of its host's folder.
struct ScriptedPlugin: Plugin {
  private static let scripts = Mutex<[String: Script]>([:])
  private let id: String
  private let script: Script

  static func follow(_ script: Script, in folder: String) {
    scripts.withLock { $0[folder] = script }
  }

  init(host: PluginHost) throws {
    id = host.pluginID
    script = Self.scripts.withLock { $0[host.folder] } ?? Script()
    try script.take("make", id)
  }

  func routes(_ routes: inout Routes) {
    if script.failures[id] == "no-routes" { return }
    let access: Access = script.failures[id] == "permission" ? .permission("manage-name") : .everyone
    if let failure = script.failures[id], failure.hasPrefix("permission in ") {
      let parameter = String(failure.trimmingPrefix("permission in "))
      routes.get("/names/{name}", "A name", access: .permission("manage-name", in: parameter)) { (_: NameInput, _) in
        NoContent()
      }
      return
    }
    routes.get("/names", "Names", access: access) { (_: NoInput, _) in NoContent() }
    if script.failures[id] == "same-routes" {
      routes.get("/names", "Names again", access: .everyone) { (_: NoInput, _) in NoContent() }
    }
    if script.failures[id] == "refined" {
      routes.get("/names/{name}", "A name", access: .everyone) { (_: RefinedInput, _) in NoContent() }
    }
    if script.failures[id] == "more-routes" {
      routes.delete("/name", "A name", access: .everyone) { (_: NoInput, _) in NoContent() }
    }
  }

  func answers(_ answers: inout Answers) {
    guard let names = script.failures[id], names.hasPrefix("answers ") else { return }
    for name in names.dropFirst(8).split(separator: " ") { answers.add(String(name), body: { _ in .null }) }
  }

  func validate() async throws { try script.take("validate", id) }

  func start() async throws {
    if script.failures[id] == "hang" { try await Task.sleep(for: .seconds(60)) }
    try script.take("start", id)
  }

  func stop() async { try? script.take("stop", id) }

  func health() async -> Health {
    try? script.take("health", id)
    return script.failures[id] == "down" ? .down("The feed is unreachable.") : .ok
  }
}

/// The name in a path.
private struct NameInput: RouteInput {
  let name: String

  static var schema: Schema { .object([("name", .string())], required: ["name"]) }
}

/// A name in a path, of which another member is refined.
private struct RefinedInput: RouteInput {
  let name: String

  static var schema: Schema { NameInput.schema.refining("nmae", .string(maxLength: 5)) }
}

/// A factory of empty hosts that follows a script.
struct ScriptedFactory: HostFactory {
  let script: Script
  let folder: String

  func host(for plugin: CheckedPlugin) async throws -> PluginHost {
    try script.take("provision", plugin.id)
    return BareHost().host(plugin.id, folder: folder)
  }

  func migrate(_ plugin: CheckedPlugin) async throws { try script.take("migrate", plugin.id) }
  func catchUp(_ plugin: RunningPlugin) async throws { try script.take("catch up", plugin.id) }
  func began(_ plugin: RunningPlugin) async { try? script.take("began", plugin.id) }
}
