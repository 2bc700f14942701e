import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseRuntime
import FieldhouseStorage
import Foundation

/// What the host, and doctor without a host, look at: the same looks, with the same words.
enum HostProbes {
  /// The namespaces that the host serves nobody without.
  private static let essential: Set<String> = ["host", "accounts", "notifications"]

  /// The data folder, its key and its folders, and Redis where one is set.
  /// - Parameters:
  ///   - key: the bytes of the key that the host has loaded; nil to look at the file alone.
  ///   - media: what plugins keep; nil to look at the folder around it alone.
  static func local(_ configuration: HostConfiguration, key: [UInt8]?, media: PluginMedia? = nil) -> [HealthProbe] {
    let data = configuration.data
    var probes = [
      HealthProbe("disk", isEssential: true) { FolderProbes.space(of: data) },
      HealthProbe("files") { files(in: data) },
      HealthProbe("key") { FolderProbes.key("\(data)/secret.key", loaded: key) },
      HealthProbe("media") { media?.health ?? FolderProbes.writing("\(data)/media") },
      HealthProbe("pictures") { FolderProbes.writing("\(data)/pictures") },
    ]
    if let redis = configuration.redis.flatMap(RedisAddress.init) {
      let probe = RedisProbe(redis)
      probes.append(HealthProbe("redis") { await probe.look() })
    }
    return probes
  }

  /// The engine, and each file where namespaces are files.
  static func storage(_ engine: any StorageEngine) -> HealthProbe {
    let watch = PulseWatch()
    return HealthProbe("storage", isEssential: true, parts: { states(await watch.parts(of: engine)) })
  }

  /// The whole and its parts: it is as the worst is of those that the host serves nobody without.
  static func states(_ parts: [StoragePart]) -> [PartState] {
    let states = parts.compactMap { part in
      part.namespace.map { PartState("storage/\($0)", part.health, isEssential: essential.contains($0)) }
    }
    let whole = parts.filter { $0.namespace.map(essential.contains) ?? true }.map(\.health)
    let worst = whole.first { $0.state == .down } ?? whole.first { $0.state == .degraded } ?? .ok
    return [PartState("storage", worst, isEssential: true)] + states
  }

  private static func files(in data: String) -> Health {
    let exposed = PrivateFile.exposures(in: data)
    guard let first = exposed.first else { return .ok }
    let more = exposed.count > 1 ? " and \(exposed.count - 1) more" : ""
    return .notice(
      "Others than the host's user may use \(first.path) (mode \(String(first.mode, radix: 8)))\(more).",
      remedy: "Run: chmod -R go-rwx \(data)")
  }
}
