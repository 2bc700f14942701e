internal import Foundation
internal import Testing

/// A process that writes numbered rows until it is killed.
struct LedgerProcess {
  private let process = Process()
  private let output = Pipe()

  /// Starts it with the arguments of `storage-ledger`.
  init(_ arguments: [String]) throws {
    process.executableURL = try Self.executable()
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// Lets it write at least that many rows, then kills it without warning.
  /// - Returns: the numbers whose write it has acknowledged.
  func killAfter(_ count: Int, pause: Duration) async throws -> [Int] {
    let start = try await onThread { [output] in try output.fileHandleForReading.lines(count) }
    try await Task.sleep(for: pause)
    kill(process.processIdentifier, SIGKILL)
    let bytes = try await onThread { [process, output] in
      defer { process.waitUntilExit() }
      return start + (try output.fileHandleForReading.readToEnd() ?? Data())
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    return lines.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Waits for its end.
  /// - Returns: the exit code, or the number of the signal that ended it.
  @discardableResult
  func end() async throws -> Int32 {
    try await onThread { [process, output] in
      _ = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private static func executable() throws -> URL {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = [own, CommandLine.arguments[0]].map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    let candidates = folders.map { $0.appendingPathComponent("storage-ledger") }
    return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
  }
}

extension FileHandle {
  /// What comes until there are so many lines.
  fileprivate func lines(_ count: Int) throws -> Data {
    var bytes = Data()
    while bytes.count(where: { $0 == 0x0A }) < count {
      let piece = availableData
      guard !piece.isEmpty else { throw LedgerEnded() }
      bytes += piece
    }
    return bytes
  }
}

/// Waits on a thread of its own, so that the other tests keep theirs.
private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// The process ended before it was killed.
struct LedgerEnded: Error {}
