public import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Deliveries for development: each message becomes a line of JSON in a file, readable by its owner alone.
public final class FileDeliveries: Deliveries {
  private struct Line: Encodable {
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

  private func append(_ bytes: [UInt8]) throws {
    if !FileManager.default.fileExists(atPath: path) {
      let permissions: [FileAttributeKey: Any] = [.posixPermissions: NSNumber(value: 0o600)]
      guard FileManager.default.createFile(atPath: path, contents: nil, attributes: permissions) else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(bytes))
  }
}
