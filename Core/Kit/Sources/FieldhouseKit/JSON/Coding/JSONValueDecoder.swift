/// Decodes Swift values from a JSON tree.
///
/// A `Date` is read from RFC 3339, a `URL` from an absolute or relative reference, `Data` from Base64, a
/// `JSON` is taken as it is. A whole number may be written with a fraction of zero (`2.0`) and lies from -2^63 to
/// 2^63 - 1, also for a `UInt64`: larger ones are not held exactly. Members that the type does not know are
/// ignored; a `CompiledSchema` refuses them.
public struct JSONValueDecoder {
  /// Passed on to the types that are decoded.
  public var userInfo: [CodingUserInfoKey: Any] = [:]

  /// Makes a decoder.
  public init() {}

  /// Decodes a value of the type.
  ///
  /// - Throws: `JSONDecodingError` with the pointer to the member that does not fit; what a type's own
  ///   `init(from:)` throws, unless that is a `DecodingError`, passes through.
  public func decode<T: Decodable>(_ type: T.Type, from value: JSON) throws -> T {
    do {
      return try JSONTreeDecoder(value: value, path: nil, userInfo: userInfo).read(type)
    } catch let error as DecodingError {
      throw JSONDecodingError(error)
    }
  }
}

/// A JSON value that does not fit the Swift type it is decoded as.
public struct JSONDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value that does not fit.
  public let pointer: JSONPointer
  /// A stable code: `required`, `type`, `range`, `format`, `too-few-items` or `invalid`.
  public let code: String
  /// A sentence with what was found and what was expected.
  public let detail: String
  /// The pointer and the detail.
  public var description: String { pointer == .root ? detail : "\(pointer): \(detail)" }
}

extension JSONDecodingError {
  /// What a type's own decoding reported in Foundation's terms.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      let name = key.stringValue
      self.init(
        pointer: Self.pointer(context.codingPath).appending(name), code: "required",
        detail: "The member `\(name)` is missing; add it.")
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      self.init(pointer: Self.pointer(context.codingPath), code: "type", detail: context.debugDescription)
    case .dataCorrupted(let context):
      self.init(pointer: Self.pointer(context.codingPath), code: "invalid", detail: context.debugDescription)
    @unknown default:
      self.init(pointer: .root, code: "invalid", detail: String(describing: error))
    }
  }

  private static func pointer(_ path: [any CodingKey]) -> JSONPointer {
    JSONPointer(path.map { $0.intValue.map(String.init) ?? $0.stringValue })
  }
}
