internal import FieldhouseMachine
internal import Foundation
internal import Glibc

/// Which libraries have passed, so that they are not tried again.
///
/// A library is known by inode, size and time of change, like the host's executable and the Kit it runs; so are rule
/// modules, together with all that is declared of them. A damaged file counts as empty.
struct ProbeCache {
  private let file: String?
  private let host: String
  private var passed: [String: String] = [:]

  init(file: String?, host: String) {
    self.file = file
    self.host = [host, Self.kitLibrary].map(Self.identity).joined(separator: " ")
    guard let file, let data = try? Data(contentsOf: URL(fileURLWithPath: file)) else { return }
    passed = (try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]
  }

  func hasPassed(_ target: ProbeTarget) -> Bool { passed[target.id] == key(target) }

  mutating func remember(_ target: ProbeTarget) { passed[target.id] = key(target) }

  /// Writes the file anew; plugins that are gone are forgotten. A cache that cannot be written costs time alone.
  func save(keeping targets: [ProbeTarget]) {
    guard let file, let data = try? JSONEncoder().encode(passed.filter { id, _ in targets.contains { $0.id == id } })
    else { return }
    try? data.write(to: URL(fileURLWithPath: file), options: .atomic)
    // As all that lies in the folder of the host's data it is its user's alone; doctor warns of what is not.
    chmod(file, 0o600)
  }

  private func key(_ target: ProbeTarget) -> String {
    let files = [target.library] + target.rules.map(\.module)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let declared = (try? encoder.encode(target)) ?? Data()
    let text = ([host] + files.map(Self.identity)).joined(separator: "\n")
    return SHA256.hex(of: Array(text.utf8) + [UInt8](declared))
  }

  private static func identity(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(path) missing" }
    return "\(path) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  /// The path of the Kit that this process runs.
  private static let kitLibrary: String = {
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    let line = String(decoding: maps, as: UTF8.self).split(separator: "\n").first {
      $0.hasSuffix("/libFieldhouseKit.so")
    }
    return line.map { String($0.drop { $0 != "/" }) } ?? ""
  }()
}
