import CSupervision
import Foundation
import Glibc

/// This process as the worker of a supervisor.
public struct Worker: Sendable {
  static let variable = "FIELDHOUSE_SUPERVISED"

  /// The listening socket that the supervisor holds.
  public let socket: Int32

  /// Signals that a supervisor deals with wait until there is one, or this process has become a worker.
  public static func holdSignals() { fh_hold_signals() }

  /// Splits the process: this one goes on as the worker, the one that was started becomes its supervisor, which starts
  /// the same program with the same arguments again whenever a worker dies. To be called before any thread is started.
  /// - Parameters:
  ///   - socket: the listening socket, of both from then on.
  ///   - helper: the program that does nothing but supervise.
  /// - Returns: nil when the machine allows no further process or no shared memory.
  public static func splitting(socket: Int32, helper: String, arguments: [String]) -> Worker? {
    let supervisor = getpid()
    let board = fh_board_make()
    guard board >= 0 else { return nil }
    let words = arguments.map { strdup($0) } + [nil]
    let result = words.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: UnsafeMutablePointer<CChar>.self) {
        $0.baseAddress.map { fh_split(board, socket, helper, $0) } ?? -1
      }
    }
    for word in words { free(word) }
    guard result == 0 else { return nil }
    return begin(board: board, socket: socket, supervisor: supervisor)
  }

  /// The worker that a supervisor started; nil when this process is none.
  public static func inherited() -> Worker? {
    guard let text = getenv(variable).map({ String(cString: $0) }) else { return nil }
    unsetenv(variable)
    let numbers = text.split(separator: ",").compactMap { Int32($0) }
    guard numbers.count == 3 else { return nil }
    return begin(board: numbers[0], socket: numbers[1], supervisor: numbers[2])
  }

  private static func begin(board: Int32, socket: Int32, supervisor: Int32) -> Worker? {
    defer { close(board) }
    let isAsked = getenv("SWIFT_BACKTRACE") != nil
    guard fh_worker_begin(board, supervisor, isAsked) else { return nil }
    return Worker(socket: socket)
  }

  /// Ends the worker when a plugin holds a thread for longer or too much memory is used; both are told before.
  /// - Parameters:
  ///   - hangSeconds: 0 for never.
  ///   - memoryBytes: 0 for no limit.
  public static func watch(hangSeconds: Double, memoryBytes: UInt64) { _ = fh_watch(hangSeconds, memoryBytes) }

  /// The worker serves.
  public static func isReady() { fh_ready() }

  /// The worker ends because it is meant to, or for a reason that it tells.
  public static func leaves() { fh_leaving() }
}
