/// The 64-bit FNV-1a hash of some content: tells versions of a fact apart, not a protection against forgery.
///
/// Algorithm: Fowler, Noll, Vo; offset basis 14695981039346656037, prime 1099511628211.
public struct Fingerprint: Hashable, Sendable {
  /// The hash.
  public private(set) var value: UInt64 = 14_695_981_039_346_656_037

  /// The fingerprint of a sequence of bytes.
  public init(of bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ mix($0) }) == nil { mix(bytes) }
  }

  /// The fingerprint of a text's UTF-8 bytes.
  public init(of text: String) {
    self.init(of: text.utf8)
  }

  private mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
  }

  /// 16 lower-case hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
