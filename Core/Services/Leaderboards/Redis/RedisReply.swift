internal import CHiredis

/// What Redis answered to one command.
enum RedisReply: Sendable {
  case nothing
  case integer(Int)
  case bytes([UInt8])
  case list([RedisReply])
  case failure(String)

  /// Copies a reply of hiredis.
  init(_ reply: UnsafePointer<redisReply>) {
    let value = reply.pointee
    switch value.type {
    case REDIS_REPLY_INTEGER: self = .integer(Int(value.integer))
    case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(Self.bytes(value))
    case REDIS_REPLY_ERROR: self = .failure(String(decoding: Self.bytes(value), as: UTF8.self))
    case REDIS_REPLY_ARRAY: self = .list((0..<Int(value.elements)).map { RedisReply(value.element[$0]!) })
    default: self = .nothing
    }
  }

  private static func bytes(_ value: redisReply) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: value.str, count: Int(value.len)))
  }

  /// The number, also of one that was sent as text.
  var integer: Int? {
    switch self {
    case .integer(let value): value
    case .bytes(let bytes): Int(String(decoding: bytes, as: UTF8.self))
    default: nil
    }
  }

  /// The bytes of a text.
  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  /// The parts of a list.
  var list: [RedisReply]? { if case .list(let list) = self { list } else { nil } }
}

/// A command: its words, which may hold any bytes.
struct RedisCommand: Sendable {
  var words: [[UInt8]]

  init(_ words: String...) { self.words = words.map { Array($0.utf8) } }

  /// Runs a script.
  init(script: String, keys: [String], _ arguments: [[UInt8]]) {
    words = [Array("EVAL".utf8), Array(script.utf8), Array(String(keys.count).utf8)]
    words += keys.map { Array($0.utf8) }
    words += arguments
  }
}
