import Foundation

/// How much memory a worker may hold: a share of the machine's, or a number of bytes.
public enum MemoryLimit: Sendable, Hashable {
  /// Percent of what the machine, or the group the process is in, has.
  case share(Int)
  /// Bytes.
  case bytes(UInt64)
  /// As much as there is.
  case none

  /// Reads `75%`, `800 MiB`, `2 GiB` or `none`; nil for another form, or a share outside 1 … 100.
  public init?(_ text: String) {
    if text == "none" {
      self = .none
    } else if text.hasSuffix("%"), let percent = Int(text.dropLast()), (1...100).contains(percent) {
      self = .share(percent)
    } else if let bytes = Self.bytes(text), bytes > 0 {
      self = .bytes(bytes)
    } else {
      return nil
    }
  }

  private static func bytes(_ text: String) -> UInt64? {
    for (unit, shift) in [("MiB", UInt64(20)), ("GiB", 30)] where text.hasSuffix(unit) {
      guard let number = UInt64(text.dropLast(3).trimmingCharacters(in: .whitespaces)) else { return nil }
      return number < 1 << 24 ? number << shift : nil
    }
    return nil
  }

  /// The limit in bytes; 0 for none.
  /// - Parameter available: the bytes that the machine has.
  public func bytes(of available: UInt64) -> UInt64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes
    case .share(let percent): available / 100 * UInt64(percent)
    }
  }

  /// The bytes this machine has: the smallest of its memory and the limits of the group the process is in.
  public static func available() -> UInt64 {
    available { try? String(contentsOfFile: $0, encoding: .utf8) }
  }

  static func available(reading files: (String) -> String?) -> UInt64 {
    let group = files("/proc/self/cgroup")?.split(separator: "\n").last.flatMap { line in
      line.split(separator: ":", omittingEmptySubsequences: false).last.map(String.init)
    }
    let limits = ["/sys/fs/cgroup\(group ?? "")/memory.max", "/sys/fs/cgroup/memory.max"].compactMap { path in
      files(path).flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    let machine = files("/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemTotal:") }
      .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { UInt64($0) }.map { $0 << 10 }
    return (limits + [machine].compactMap { $0 }).min() ?? 0
  }
}
