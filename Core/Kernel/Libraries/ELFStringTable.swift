internal import Glibc

/// The string table that names of symbols and libraries point into.
struct ELFStringTable: Sendable {
  private let bytes: ImageBytes
  private let offset: UInt64
  private let size: UInt64

  init(_ bytes: ImageBytes, dynamic: ELFDynamicSection, segments: [ELFSegment]) throws(ELFError) {
    guard let address = dynamic.stringsAddress else { throw .malformed("The library has no string table") }
    self.bytes = bytes
    offset = try segments.fileOffset(of: address, for: "string table")
    size = dynamic.stringsSize
    guard bytes.contains(offset, size) else { throw .truncated("string table") }
  }

  /// The bytes of the string at `index`, without its NUL; nil when it does not end within the table.
  func bytes(at index: UInt64) -> UnsafeRawBufferPointer? {
    guard index < size else { return nil }
    let rest = bytes.slice(offset + index, size - index)
    guard let base = rest.baseAddress, let end = memchr(base, 0, rest.count) else { return nil }
    return UnsafeRawBufferPointer(start: base, count: base.distance(to: UnsafeRawPointer(end)))
  }

  /// The string at `index` as text.
  func text(at index: UInt64) throws(ELFError) -> String {
    guard let bytes = bytes(at: index) else { throw .malformed("A name lies outside the string table") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
