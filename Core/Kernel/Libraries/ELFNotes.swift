/// The notes of a library, of which one carries the package metadata.
enum ELFNotes {
  /// The owner and type of a package note, after the "Package Metadata for Executable Files" specification.
  private static let packageOwner: [UInt8] = Array("FDO\0".utf8)
  private static let packageType: UInt32 = 0xcafe_1a7e

  /// The JSON text of the first package note, or nil.
  static func packageText(_ bytes: ImageBytes, segments: [ELFSegment]) throws(ELFError) -> String? {
    for segment in segments where segment.kind == ELFSegment.Kind.note {
      if let text = try packageText(bytes, in: segment) { return text }
    }
    return nil
  }

  private static func packageText(_ bytes: ImageBytes, in segment: ELFSegment) throws(ELFError) -> String? {
    var offset = segment.offset
    let end = segment.offset + segment.fileSize
    while offset + 12 <= end {
      let note = try ELFNote(bytes, at: offset, padding: segment.alignment == 8 ? 8 : 4)
      guard note.end <= end else { throw .truncated("note") }
      if note.type == packageType, note.owner.elementsEqual(packageOwner) { return note.text }
      offset = note.next
    }
    return nil
  }
}

/// One note: owner, type and description.
private struct ELFNote {
  let type: UInt32
  let owner: UnsafeRawBufferPointer
  let end: UInt64
  let next: UInt64
  private let description: UnsafeRawBufferPointer

  init(_ bytes: ImageBytes, at base: UInt64, padding: UInt64) throws(ELFError) {
    let ownerSize = UInt64(try bytes.number(at: base, as: UInt32.self, in: "note"))
    let descriptionSize = UInt64(try bytes.number(at: base + 4, as: UInt32.self, in: "note"))
    type = try bytes.number(at: base + 8, in: "note")
    let descriptionStart = base + Self.padded(12 + ownerSize, padding)
    end = descriptionStart + descriptionSize
    next = descriptionStart + Self.padded(descriptionSize, padding)
    owner = bytes.slice(base + 12, ownerSize)
    description = bytes.slice(descriptionStart, descriptionSize)
  }

  /// The description as text, up to its first NUL.
  var text: String { String(decoding: description.prefix { $0 != 0 }, as: UTF8.self) }

  private static func padded(_ length: UInt64, _ padding: UInt64) -> UInt64 {
    (length + padding - 1) / padding * padding
  }
}
