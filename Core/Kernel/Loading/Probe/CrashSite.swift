internal import FieldhouseKit
internal import Foundation

/// Where a process crashed, from the report that Swift's backtracer writes when it is installed.
struct CrashSite {
  /// The settings that make the backtracer write a report.
  static func environment(report path: String) -> String {
    "enable=yes,color=no,interactive=no,threads=crashed,images=none,format=json,output-to=\(path)"
  }

  /// The innermost function of that library in a report; nil when there is none.
  static func function(ofReport path: String, in library: String) -> String? {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), let report = try? JSON(parsing: [UInt8](data))
    else { return nil }
    let image = URL(fileURLWithPath: library).lastPathComponent
    let crashed = report["threads"]?.array?.first { $0["crashed"]?.bool == true }
    let frame = crashed?["frames"]?.array?.first { $0["image"]?.string == image }
    return frame?["symbol"]?.string.map(demangled)
  }

  /// The usual name of a signal that ends a process, such as `SIGILL`.
  static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE",
      15: "SIGTERM", 24: "SIGXCPU", 31: "SIGSYS",
    ]
    return names[number] ?? "signal \(number)"
  }
}
