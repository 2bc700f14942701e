/// Encodes Swift values as JSON bytes, without a tree in between.
///
/// A `Date` is written as RFC 3339 in UTC with milliseconds only when they are not zero, a `URL` as its
/// text, `Data` as Base64, a `JSON` as it is, a dictionary with `String` keys sorted by key so that the same
/// value always gives the same bytes. Absent optionals of synthesized conformances are left out.
/// An encoder's `codingPath` is empty meanwhile; an error carries the pointer.
public enum JSONOutput {
  /// Appends the value as JSON text in UTF-8.
  ///
  /// - Throws: `JSONEncodingError` for infinities, NaN and dates before year 0 or after 9999; else what the
  ///   value's own `encode(to:)` throws. The bytes are unchanged then.
  public static func encode(_ value: some Encodable, into bytes: inout [UInt8]) throws {
    let sink = JSONSinkPool.shared.take()
    try sink.write(value)
    if let misuse = sink.firstMisuse { throw JSONEncodingError(detail: misuse) }
    sink.flush(into: &bytes)
    JSONSinkPool.shared.give(back: sink)
  }
}

extension JSON {
  /// The value as a JSON tree, by the rules of `JSONOutput`.
  ///
  /// - Throws: as `JSONOutput.encode` does, and `JSONParseError` when the value wrote one key twice.
  public init(encoding value: some Encodable) throws {
    var bytes: [UInt8] = []
    try JSONOutput.encode(value, into: &bytes)
    try self.init(parsing: bytes, limits: JSONLimits(maxDepth: 512, maxBytes: .max, maxKeysPerObject: .max))
  }
}

/// A Swift value that JSON cannot express.
public struct JSONEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code `json-encoding`.
  public var code: String { "json-encoding" }
  /// Where in the value.
  public private(set) var pointer = JSONPointer.root
  /// What is wrong.
  public let detail: String
  /// The pointer and the detail.
  public var description: String { pointer == .root ? detail : "\(pointer): \(detail)" }

  init(detail: String) { self.detail = detail }

  func under(_ token: String) -> JSONEncodingError {
    var copy = self
    copy.pointer.tokens.insert(token, at: 0)
    return copy
  }
}
