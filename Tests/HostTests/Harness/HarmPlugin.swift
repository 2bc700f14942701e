import Foundation

/// A plugin that does the host harm when it is told to: by a request, or by the file `harm` of its folder when it is made.
enum HarmPlugin {
  /// What it can do.
  enum Deed: String, CaseIterable, Sendable {
    case trap, exit, leave, recurse, loop, sleep, memory, abort, segfault

    /// Whether it holds up the host instead of ending it.
    var isHang: Bool { self == .loop || self == .sleep }
  }

  private static let source = #"""
    import FieldhouseKit
    import Foundation
    import Glibc

    struct Deed: RouteInput, RouteOutput {
      var what: String
    }

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
      case "memory": while true { hoard.append([UInt8](repeating: 1, count: 16 << 20)) }
      case "abort": Glibc.abort()
      case "segfault": UnsafeMutablePointer<Int>(bitPattern: 64)!.pointee = 1
      default: break
      }
    }

    struct Harm: Plugin {
      init(host: PluginHost) throws {
        let told = try? String(contentsOfFile: host.folder + "/harm", encoding: .utf8)
        perform((told ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
      }

      func routes(_ routes: inout Routes) {
        routes.action("/deeds", "Does harm", access: .everyone) { (deed: Deed, _) in
          perform(deed.what)
          return deed
        }
      }
    }

    @c(harm_plugin)
    public func harmPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Harm.self) }
    """#

  /// Compiles it into an installation.
  static func install(into installation: Installation) async throws {
    let file = try installation.folder.write("harm.swift", source)
    try await PluginCompiler.plugin("harm", module: "Harm", sources: [file], into: installation)
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
        "contributions": { "routes": ["POST /deeds"] }
      }
      """)
  }

  /// Says what it does when it is made; nothing without.
  static func whenMade(_ deed: Deed?, in installation: Installation) throws {
    try installation.folder.write("plugins/harm/harm", deed?.rawValue ?? "")
  }
}
