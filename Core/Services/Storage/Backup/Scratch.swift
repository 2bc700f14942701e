internal import FieldhouseKit
internal import Glibc

/// A folder for work beside what there is, which goes afterwards.
enum Scratch {
  /// Runs `body` on a loop of its own with a folder of its own, which goes; those of processes that were killed go too.
  /// - Parameter start: the beginning of the folder's path.
  static func run<Value: Sendable>(
    _ start: String, _ body: @escaping @Sendable (String, EventLoop) async throws -> Value
  ) async throws -> Value {
    for folder in abandoned(start) { try DurableFiles.remove(folder) }
    let scratch = "\(start)-\(UInt32.random(in: 0 ... .max))-\(getpid())"
    try DurableFiles.makeFolder(scratch)
    let loop = EventLoop(name: "backup")
    defer {
      try? DurableFiles.remove(scratch)
      loop.stop()
    }
    return try await withTaskExecutorPreference(loop) { try await body(scratch, loop) }
  }

  /// The folders of processes that were killed.
  static func abandoned(_ start: String) -> [String] {
    let folder = DurableFiles.folderOf(start)
    return DurableFiles.names(in: folder).map { "\(folder)/\($0)" }.filter { path in
      let process = pid_t(path.split(separator: "-").last ?? "") ?? 0
      return path.hasPrefix(start + "-") && process > 0 && kill(process, 0) != 0 && errno == ESRCH
    }
  }
}
