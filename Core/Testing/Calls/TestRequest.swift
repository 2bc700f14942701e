import FieldhouseHTTP
import FieldhouseKit
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1

/// A request as the bytes that a client sends.
struct TestRequest {
  /// Up to the empty line that ends it.
  let head: [UInt8]
  let body: [UInt8]?

  /// - Parameter fields: the header fields but for the length of the body.
  /// - Throws: ``TestHostError`` for what no client can send.
  init(_ method: String, _ path: String, _ fields: [String: String], body bytes: [UInt8]?) throws {
    guard !path.utf8.contains(where: { $0 == 10 || $0 == 13 }) else {
      throw TestHostError("There is a line break in the path; percent-encode it.")
    }
    var lines = "\(method) \(path) HTTP/1.1\r\n"
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard HTTPField.Name(name) != nil else { throw TestHostError("'\(name)' names no header field.") }
      guard HTTPField.isValidValue(value) else { throw TestHostError("The field '\(name)' cannot have that value.") }
      guard !["content-length", "transfer-encoding"].contains(name) else {
        throw TestHostError("'\(name)' follows from the body; leave it out.")
      }
      lines += "\(name): \(value)\r\n"
    }
    if let bytes { lines += "content-length: \(bytes.count)\r\n" }
    head = Array((lines + "\r\n").utf8)
    self.body = bytes
  }

  /// The head as the listener reads it.
  func read(_ limits: ListenerLimits) throws(ListenerFault) -> HTTPRequestHead {
    let channel = EmbeddedChannel()
    // The request does not go on behind its head.
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    do {
      try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limits)))
      try channel.writeInbound(ByteBuffer(bytes: head))
      if case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) { return head }
    } catch {
      throw (error as? HTTPParserError).map { ListenerFault($0) } ?? .malformed
    }
    throw .malformed
  }
}
