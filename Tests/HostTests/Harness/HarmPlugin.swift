import Foundation

/// A plugin that does the host harm when it is told to: in the handler of a request, in scheduled work, when an event comes,
/// or, by the file `harm` of its folder, when it is made.
enum HarmPlugin {
  /// What it can do.
  enum Deed: String, Sendable {
    case trap, exit, leave, recurse, loop, sleep, memory, abort, segfault
    case nothing, fail, nap

    /// Everything that ends the host, or makes it be ended.
    static let harmful: [Deed] = [.trap, .exit, .leave, .recurse, .loop, .sleep, .memory, .abort, .segfault]

    /// Whether it holds up the host instead of ending it.
    var isHang: Bool { self == .loop || self == .sleep }
  }

  /// Where it does it.
  enum Place: String, Sendable {
    case route = "deeds"
    case schedule = "schedules"
    case event = "events"

    /// What the host calls it.
    var step: String { self == .route ? "route" : self == .schedule ? "schedule" : "event" }
  }

  private static let source = #"""
    import FieldhouseKit
    import Foundation
    import Glibc

    struct Deed: RouteInput, RouteOutput {
      var what: String
    }

    struct Failure: Error {}

    nonisolated(unsafe) var sink = 0
    nonisolated(unsafe) var hoard: [[UInt8]] = []

    @inline(never) func recurse(_ depth: Int) -> Int {
      var room = (depth, depth, depth, depth, depth, depth, depth, depth)
      room.0 = recurse(depth + 1)
      return room.0 + room.7
    }

    @inline(never) func perform(_ what: String) {
      switch what {
      case "trap": fatalError("as told")
      case "exit": Glibc.exit(3)
      case "leave": Glibc._exit(4)
      case "recurse": sink = recurse(0)
      case "loop": while sink >= 0 { sink &+= 1; if sink < 0 { sink = 0 } }
      case "sleep": Thread.sleep(forTimeInterval: 60)
      case "nap": Thread.sleep(forTimeInterval: 3)
      case "memory": while true { hoard.append([UInt8](repeating: 1, count: 16 << 20)) }
      case "abort": Glibc.abort()
      case "segfault": UnsafeMutablePointer<Int>(bitPattern: 64)!.pointee = 1
      default: break
      }
    }

    struct Harm: Plugin {
      let host: PluginHost

      init(host: PluginHost) throws {
        self.host = host
        let told = try? String(contentsOfFile: host.folder + "/harm", encoding: .utf8)
        perform((told ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
      }

      func routes(_ routes: inout Routes) {
        routes.action("/deeds", "Does harm", access: .everyone) { (deed: Deed, _) in
          perform(deed.what)
          if deed.what == "fail" { throw Failure() }
          return deed
        }
        routes.action("/schedules", "Does harm in scheduled work", access: .everyone) { [host] (deed: Deed, _) in
          try await host.schedules.schedule("deed", due: host.clock.now) { _ in
            perform(deed.what)
            return nil
          }
          return deed
        }
        routes.post("/events", "Does harm when the event comes", access: .everyone) { (deed: Deed, _, transaction) in
          try await transaction.emit(Event(name: "told", payload: ["what": .string(deed.what)]))
          return deed
        }
      }

      func start() async throws {
        try await host.events.subscribe("harm.told") { event, _ in perform(event.payload["what"]?.string ?? "") }
      }
    }

    @c(harm_plugin)
    public func harmPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Harm.self) }
    """#

  private static let compiled = CompiledPlugin(id: "harm", module: "Harm", source: source)

  /// Puts it into an installation.
  static func install(into installation: Installation) async throws {
    try await compiled.install(into: installation)
    try manifest(into: installation)
  }

  /// Writes its manifest, of whatever version.
  static func manifest(_ version: String = "1.0.0", into installation: Installation) throws {
    try installation.folder.write(
      "manifests/harm.json",
      """
      {
        "$schema": "plugin.schema.json", "id": "harm", "name": "Harm", "description": "Does harm.",
        "version": "\(version)", "kit": "^1.0.0", "library": { "path": "libHarm.so", "symbol": "harm_plugin" },
        "contributions": {
          "routes": ["POST /deeds", "POST /schedules", "POST /events"], "schedules": ["deed"],
          "events": [{ "name": "told" }], "subscriptions": ["harm.told"]
        }
      }
      """)
  }

  /// Says what it does when it is made; nothing without.
  static func whenMade(_ deed: Deed?, in installation: Installation) throws {
    try installation.folder.write("plugins/harm/harm", deed?.rawValue ?? "")
  }
}
