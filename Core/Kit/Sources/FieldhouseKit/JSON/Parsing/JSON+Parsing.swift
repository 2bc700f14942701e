extension JSON {
  /// Parses one JSON document of UTF-8 bytes, strictly by RFC 8259.
  ///
  /// Refused are also: a byte order mark, duplicate member names, escapes of lone surrogates, invalid UTF-8,
  /// and numbers too large for a double. Whole numbers beyond 64 bits become the nearest double.
  ///
  /// - Throws: `JSONParseError` with the code, the place, and what was expected.
  public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONParseError) {
    self = try withBytes(bytes) { Self.parse($0, limits: limits) }.get()
  }

  /// Parses one JSON document, strictly by RFC 8259, as `init(parsing:limits:)` of bytes does.
  ///
  /// - Throws: `JSONParseError` with the code, the place, and what was expected.
  public init(parsing text: String, limits: JSONLimits = .default) throws(JSONParseError) {
    self = try withBytes(text.utf8) { Self.parse($0, limits: limits) }.get()
  }

  /// Parses one JSON document and notes the line and column at which each value begins.
  ///
  /// - Throws: `JSONParseError` with the code, the place, and what was expected.
  public static func parseWithLocations(
    _ bytes: some Collection<UInt8>, limits: JSONLimits = .default
  ) throws(JSONParseError) -> JSONDocument {
    try withBytes(bytes) { buffer in
      var parser = JSONParser(buffer, limits: limits, recorder: JSONLocationRecorder(bytes: buffer))
      return parser.run().map { JSONDocument(value: $0, locations: parser.recorder?.locations ?? [:]) }
    }.get()
  }

  private static func parse(
    _ buffer: UnsafeBufferPointer<UInt8>, limits: JSONLimits
  ) -> Result<JSON, JSONParseError> {
    var parser = JSONParser(buffer, limits: limits, recorder: nil)
    return parser.run()
  }
}

private func withBytes<R>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R
) -> R {
  if let result = bytes.withContiguousStorageIfAvailable(body) { return result }
  return Array(bytes).withUnsafeBufferPointer(body)
}
