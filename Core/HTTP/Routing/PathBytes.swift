/// The rest of a path. Bytes are enough to tell segments apart: a slash is never a part of another character's UTF-8.
struct PathBytes {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  /// The next segment that is not empty, with what follows it; nil at the end.
  var next: (segment: Range<Int>, rest: PathBytes)? {
    let slash = UInt8(ascii: "/")
    var start = position
    while start < bytes.count, bytes[start] == slash { start += 1 }
    guard start < bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != slash { end += 1 }
    return (start..<end, PathBytes(bytes: bytes, position: end))
  }

  /// Whether a segment has this name.
  func equals(_ name: [UInt8], at segment: Range<Int>) -> Bool {
    guard name.count == segment.count else { return false }
    for index in name.indices where name[index] != bytes[segment.lowerBound + index] { return false }
    return true
  }
}
