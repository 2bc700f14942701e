/// The dynamic section: what the loader reads to link the library.
struct ELFDynamicSection {
  /// `d_tag` values that matter here.
  private enum Tag {
    static let end: UInt64 = 0
    static let needed: UInt64 = 1
    static let hash: UInt64 = 4
    static let strings: UInt64 = 5
    static let symbols: UInt64 = 6
    static let stringsSize: UInt64 = 10
    static let symbolSize: UInt64 = 11
    static let name: UInt64 = 14
    static let flags: UInt64 = 0x6fff_fffb
    static let gnuHash: UInt64 = 0x6fff_fef5
  }

  /// The bit of `DT_FLAGS_1` that marks a position-independent executable.
  private static let executableFlag: UInt64 = 0x0800_0000

  private(set) var neededNames: [UInt64] = []
  private(set) var nameOffset: UInt64?
  private(set) var isExecutable = false
  private(set) var hashAddress: UInt64?
  private(set) var gnuHashAddress: UInt64?
  private(set) var symbolsAddress: UInt64?
  private(set) var stringsAddress: UInt64?
  private(set) var stringsSize: UInt64 = 0
  private var symbolSize: UInt64 = ELFSymbolTable.entrySize

  init(_ bytes: ImageBytes, segments: [ELFSegment]) throws(ELFError) {
    guard let segment = segments.first(where: { $0.kind == ELFSegment.Kind.dynamic }) else {
      throw .malformed("The library has no dynamic section")
    }
    for index in 0..<(segment.fileSize / 16) {
      let entry = segment.offset + index * 16
      let tag: UInt64 = try bytes.number(at: entry, in: "dynamic section")
      if tag == Tag.end { break }
      record(tag, try bytes.number(at: entry + 8, in: "dynamic section"))
    }
    guard symbolSize == ELFSymbolTable.entrySize else {
      throw .malformed("A dynamic symbol has \(symbolSize) bytes instead of 24")
    }
  }

  private mutating func record(_ tag: UInt64, _ value: UInt64) {
    switch tag {
    case Tag.needed: neededNames.append(value)
    case Tag.name: nameOffset = value
    case Tag.hash: hashAddress = value
    case Tag.gnuHash: gnuHashAddress = value
    case Tag.symbols: symbolsAddress = value
    case Tag.strings: stringsAddress = value
    case Tag.stringsSize: stringsSize = value
    case Tag.symbolSize: symbolSize = value
    case Tag.flags: isExecutable = value & Self.executableFlag != 0
    default: break
    }
  }
}
