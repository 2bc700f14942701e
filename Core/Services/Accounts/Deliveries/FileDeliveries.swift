public import FieldhouseKit
public import Foundation
internal import Glibc
internal import Synchronization

/// Deliveries for development: each message becomes a line of JSON in a file, readable by its owner alone. The lines of
/// addresses that are nobody's any more are taken out (``forget(before:unless:)``).
public final class FileDeliveries: Deliveries {
  private struct Line: Codable {
    let at: Date
    let channel: DeliveryMessage.Channel
    let to: String
    let subject: String
    let text: String
    let code: String?
    let link: String?
  }

  private let path: String
  private let clock: any HostClock
  private let file = Mutex(())

  /// Deliveries into the file at `path`, made when it is missing.
  public init(path: String, clock: any HostClock) {
    self.path = path
    self.clock = clock
  }

  public func send(_ message: DeliveryMessage) async throws {
    let line = Line(
      at: clock.now, channel: message.channel, to: message.to, subject: message.subject, text: message.text,
      code: message.code, link: message.link)
    var bytes: [UInt8] = []
    try JSONOutput.encode(line, into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    try file.withLock { _ in try append(bytes) }
  }

  public func forget(
    before instant: Date, unless owned: @Sendable (Set<String>) async throws -> Set<String>
  ) async throws {
    let old = Set(try file.withLock { _ in try lines() }.compactMap(Self.line).filter { $0.at < instant }.map(\.to))
    guard !old.isEmpty else { return }
    let gone = old.subtracting(try await owned(old))
    guard !gone.isEmpty else { return }
    try file.withLock { _ in
      try replace(
        by: lines().filter { text in
          guard let line = Self.line(text) else { return true }
          return line.at >= instant || !gone.contains(line.to)
        })
    }
  }

  private func lines() throws -> [Substring] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  private static func line(_ text: Substring) -> Line? {
    (try? JSON(parsing: String(text))).flatMap { try? JSONValueDecoder().decode(Line.self, from: $0) }
  }

  private func replace(by lines: [Substring]) throws {
    let draft = path + ".new"
    try? FileManager.default.removeItem(atPath: draft)
    try create(draft, holding: Data(lines.map { $0 + "\n" }.joined().utf8))
    guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  private func create(_ path: String, holding data: Data) throws {
    let permissions: [FileAttributeKey: Any] = [.posixPermissions: NSNumber(value: 0o600)]
    guard FileManager.default.createFile(atPath: path, contents: data, attributes: permissions) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  private func append(_ bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
      rest.removeFirst(count)
    }
  }
}
