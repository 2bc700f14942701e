internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

/// A process that writes numbered rows until it is killed.
struct LedgerProcess {
  private let program: Program

  /// Starts it with the arguments of `storage-ledger`.
  init(_ arguments: [String]) throws {
    program = try Program([try Self.executable()] + arguments, output: .pipe)
  }

  /// Lets it write at least that many rows, then kills it without warning.
  /// - Returns: the numbers whose write it has acknowledged.
  func killAfter(_ count: Int, pause: Duration) async throws -> [Int] {
    let start = try await onThread { [program] in try program.output.lines(count) }
    try await Task.sleep(for: pause)
    program.signal(SIGKILL)
    let bytes = try await onThread { [program] in
      defer { program.wait() }
      return start + (try program.output.readToEnd() ?? Data())
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    return lines.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Waits for its end.
  /// - Returns: the exit code, or 128 and the number of the signal that ended it.
  @discardableResult
  func end() async throws -> Int32 {
    try await onThread { [program] in
      _ = try program.output.readToEnd()
      return program.wait()
    }
  }

  static func executable() throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = [own, CommandLine.arguments[0]].map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    let candidates = folders.map { $0.appendingPathComponent("storage-ledger") }
    return try #require(candidates.map(\.path).first { FileManager.default.isExecutableFile(atPath: $0) })
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
