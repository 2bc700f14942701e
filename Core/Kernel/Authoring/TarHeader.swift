/// The 512 bytes before each file of an archive.
struct TarHeader {
  static let size = 512
  private static let magic = Array("ustar\u{0}00".utf8)
  private static let longestPath = 100
  /// 8 GiB less one, what eleven octal digits hold.
  private static let largest = 0o77_777_777_777

  let path: String
  let size: Int
  let isFolder: Bool

  /// A regular file.
  init(path: String, size: Int) {
    self.path = path
    self.size = size
    isFolder = false
  }

  /// Reads a header; nil for the zeros at the archive's end.
  init?(_ block: ArraySlice<UInt8>) throws(AuthoringError) {
    let bytes = Array(block)
    if bytes.allSatisfy({ $0 == 0 }) { return nil }
    guard Array(bytes[257..<262]) == Array("ustar".utf8), Self.octal(bytes[148..<156]) == Self.checksum(bytes),
      let size = Self.octal(bytes[124..<136])
    else {
      throw AuthoringError(
        .packageMalformed, "The file is no package.", remedy: "Make one with fieldhouse plugins package.")
    }
    let kind = bytes[156]
    let prefix = Self.text(bytes[345..<500])
    let name = Self.text(bytes[0..<Self.longestPath])
    path = Self.plain(prefix.isEmpty ? name : "\(prefix)/\(name)")
    self.size = size
    isFolder = kind == UInt8(ascii: "5")
    let isFile = kind == UInt8(ascii: "0") || kind == 0
    guard isFile || isFolder else { throw Self.forbidden(path, "is neither file nor folder") }
    if isFolder, path.isEmpty { return }
    guard Self.staysInside(path) else { throw Self.forbidden(path, "leaves its folder") }
  }

  func encoded() throws(AuthoringError) -> [UInt8] {
    guard path.utf8.count <= Self.longestPath, size <= Self.largest, Self.staysInside(path) else {
      throw Self.forbidden(path, "has a path of more than 100 bytes, or leaves its folder")
    }
    var bytes = [UInt8](repeating: 0, count: Self.size)
    Self.put(Array(path.utf8), at: 0, in: &bytes)
    Self.put(Array("0000644\u{0}0000000\u{0}0000000\u{0}".utf8), at: 100, in: &bytes)
    Self.put(Self.digits(size, 11), at: 124, in: &bytes)
    Self.put(Self.digits(0, 11), at: 136, in: &bytes)
    bytes[156] = UInt8(ascii: "0")
    Self.put(Self.magic, at: 257, in: &bytes)
    Self.put(Self.digits(Self.checksum(bytes), 6) + [0, UInt8(ascii: " ")], at: 148, in: &bytes)
    return bytes
  }

  /// The sum of all bytes with the checksum's own field read as blanks.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    bytes.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
  }

  private static func staysInside(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// Without the `./` before and the `/` after that some programs write.
  private static func plain(_ path: String) -> String {
    var text = path[...]
    if text.hasPrefix("./") { text = text.dropFirst(2) }
    if text.hasSuffix("/") { text = text.dropLast() }
    return String(text)
  }

  private static func forbidden(_ path: String, _ fact: String) -> AuthoringError {
    AuthoringError(.packageForbidden, "The package's entry \"\(path)\" \(fact).", remedy: "Do not install it.")
  }

  private static func put(_ field: [UInt8], at offset: Int, in bytes: inout [UInt8]) {
    bytes.replaceSubrange(offset..<offset + field.count, with: field)
  }

  private static func digits(_ number: Int, _ count: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: count - text.count) + text).utf8)
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The number of a field; nil where it has anything but octal digits, blanks and NUL, such as a sign.
  private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.filter { $0 != 0 && $0 != 32 }
    guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}
