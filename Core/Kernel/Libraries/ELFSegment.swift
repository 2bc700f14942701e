/// One program header: a part of the file and the addresses it is mapped to.
struct ELFSegment {
  /// The size of a program header in bytes.
  static let size = 56

  /// `p_type` values that matter here.
  enum Kind {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let note: UInt32 = 4
  }

  let kind: UInt32
  let offset: UInt64
  let address: UInt64
  let fileSize: UInt64
  let alignment: UInt64

  /// Reads every program header, each of which must lie in the file.
  static func all(in bytes: ImageBytes, header: ELFHeader) throws(ELFError) -> [ELFSegment] {
    let length = UInt64(header.segmentCount) * UInt64(size)
    guard bytes.contains(header.segmentTableOffset, length) else { throw .truncated("program header table") }
    var segments: [ELFSegment] = []
    segments.reserveCapacity(Int(header.segmentCount))
    for index in 0..<UInt64(header.segmentCount) {
      segments.append(try ELFSegment(bytes, at: header.segmentTableOffset + index * UInt64(size)))
    }
    return segments
  }

  private init(_ bytes: ImageBytes, at base: UInt64) throws(ELFError) {
    kind = try bytes.number(at: base, in: "program header")
    offset = try bytes.number(at: base + 8, in: "program header")
    address = try bytes.number(at: base + 16, in: "program header")
    fileSize = try bytes.number(at: base + 32, in: "program header")
    alignment = try bytes.number(at: base + 48, in: "program header")
    let isRead = kind == Kind.load || kind == Kind.dynamic || kind == Kind.note
    guard !isRead || bytes.contains(offset, fileSize) else { throw .truncated("segment at \(offset)") }
  }
}

extension [ELFSegment] {
  /// The file offset that is mapped to `address`.
  func fileOffset(of address: UInt64, for part: String) throws(ELFError) -> UInt64 {
    for segment in self where segment.kind == ELFSegment.Kind.load && address >= segment.address {
      let distance = address - segment.address
      if distance < segment.fileSize { return segment.offset + distance }
    }
    throw .malformed("The \(part) lies in no loaded segment")
  }
}
