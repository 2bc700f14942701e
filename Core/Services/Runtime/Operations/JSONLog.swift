public import FieldhouseKit
import Foundation
import Synchronization

/// A log of one JSON object a line, written to a file descriptor.
public final class JSONLog: Log {
  private let descriptor: Int32
  private let threshold: LogLevel
  private let fields: [String: String]
  private let lock: LogLock

  /// A log.
  /// - Parameters:
  ///   - descriptor: where to write, e.g. 2 for standard error.
  ///   - threshold: lines below it are dropped.
  public convenience init(descriptor: Int32, threshold: LogLevel = .info) {
    self.init(descriptor: descriptor, threshold: threshold, fields: [:], lock: LogLock())
  }

  private init(descriptor: Int32, threshold: LogLevel, fields: [String: String], lock: LogLock) {
    self.descriptor = descriptor
    self.threshold = threshold
    self.fields = fields
    self.lock = lock
  }

  /// The same log with fields in every line.
  public func with(_ fields: [String: String]) -> JSONLog {
    JSONLog(
      descriptor: descriptor, threshold: threshold, fields: self.fields.merging(fields) { $1 }, lock: lock)
  }

  public func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {
    guard level >= threshold else { return }
    var line: JSONObject = [
      "time": .string(RFC3339.string(from: Date()) ?? ""), "level": .string(level.name),
      "message": .string(message),
    ]
    for (name, value) in self.fields.merging(fields, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) {
      line[name] = .string(value)
    }
    var bytes: [UInt8] = []
    JSON.object(line).append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    lock.write(bytes, to: descriptor)
  }
}

/// Keeps lines whole when many tasks log.
final class LogLock: Sendable {
  private let mutex = Mutex(())

  func write(_ bytes: [UInt8], to descriptor: Int32) {
    mutex.withLock { _ in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno != EINTR { return }
        rest = rest.dropFirst(max(0, count))
      }
    }
  }
}
