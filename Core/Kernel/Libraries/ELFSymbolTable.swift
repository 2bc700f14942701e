/// The dynamic symbols: what the library offers to and wants from others.
struct ELFSymbolTable: Sendable {
  /// The size of a symbol in bytes.
  static let entrySize: UInt64 = 24

  private let bytes: ImageBytes
  private let strings: ELFStringTable
  private let offset: UInt64
  private let count: UInt64

  init(
    _ bytes: ImageBytes, dynamic: ELFDynamicSection, segments: [ELFSegment], strings: ELFStringTable
  ) throws(ELFError) {
    guard let address = dynamic.symbolsAddress else { throw .malformed("The library has no symbol table") }
    self.bytes = bytes
    self.strings = strings
    offset = try segments.fileOffset(of: address, for: "symbol table")
    count = try ELFSymbolCount.read(bytes, dynamic: dynamic, segments: segments)
    guard count <= bytes.count / Self.entrySize, bytes.contains(offset, count * Self.entrySize) else {
      throw .truncated("symbol table")
    }
  }

  /// The first symbol defined here, visible to others and accepted by `matches`, which gets its name's bytes
  /// and whether it is code.
  func firstDefined(where matches: (_ name: UnsafeRawBufferPointer, _ isFunction: Bool) -> Bool) -> String? {
    for index in 0..<count {
      let entry = bytes.slice(offset + index * Self.entrySize, Self.entrySize)
      guard let symbol = ELFSymbol(entry), symbol.isDefined, let name = strings.bytes(at: symbol.name) else { continue }
      if matches(name, symbol.isFunction) { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }
}

/// One dynamic symbol.
private struct ELFSymbol {
  let name: UInt64
  private let info: UInt8
  private let visibility: UInt8
  private let section: UInt16

  init?(_ entry: UnsafeRawBufferPointer) {
    guard entry.count == ELFSymbolTable.entrySize else { return nil }
    name = UInt64(UInt32(littleEndian: entry.loadUnaligned(as: UInt32.self)))
    info = entry[4]
    visibility = entry[5] & 3
    section = UInt16(littleEndian: entry.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
  }

  /// Has a section, is global, weak or unique, and is neither internal nor hidden.
  var isDefined: Bool {
    let binding = info >> 4
    return section != 0 && (binding == 1 || binding == 2 || binding == 10) && (visibility == 0 || visibility == 3)
  }

  /// Is a function or chooses one when it is loaded.
  var isFunction: Bool { info & 15 == 2 || info & 15 == 10 }
}
