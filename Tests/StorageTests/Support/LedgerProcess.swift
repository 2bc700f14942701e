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
    var bytes = Data()
    while bytes.count(where: { $0 == 0x0A }) < count {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw LedgerEnded() }
      bytes += piece
    }
    try await Task.sleep(for: pause)
    kill(process.processIdentifier, SIGKILL)
    bytes += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    return lines.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private static func executable() throws -> URL {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = [own, CommandLine.arguments[0]].map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    let candidates = folders.map { $0.appendingPathComponent("storage-ledger") }
    return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
  }
}

/// The process ended before it was killed.
struct LedgerEnded: Error {}
