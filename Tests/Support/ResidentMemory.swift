internal import Foundation
internal import Glibc

/// What this process holds in memory now.
public enum ResidentMemory {
  /// In bytes (proc(5), the second field of statm); 0 when the kernel does not tell.
  public static var bytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) } ?? 0
  }
}
