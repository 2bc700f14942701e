import FieldhouseKit

/// A value that uses its encoder as told.
struct Uses: Encodable {
  let use: @Sendable (any Encoder) throws -> Void
  init(_ use: @escaping @Sendable (any Encoder) throws -> Void) { self.use = use }
  func encode(to encoder: any Encoder) throws { try use(encoder) }
}

func encodedText(_ value: some Encodable) throws -> String {
  var bytes: [UInt8] = []
  try JSONOutput.encode(value, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
