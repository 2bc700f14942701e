/// A growing run of bytes in which JSON is written, with places where other sinks are to be spliced in.
/// One caller at a time writes; between two values a sink may change hands.
final class JSONByteSink: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  /// Sinks whose bytes belong before the byte at that position, in rising order.
  @exclusivity(unchecked) private var children: [(position: Int, sink: JSONByteSink)] = []
  /// What each value that is being written has opened so far.
  @exclusivity(unchecked) var containers: [JSONContainerKind] = []
  /// Types known to need no special treatment by the encoder.
  @exclusivity(unchecked) var plainTypes = JSONTypeCache()
  /// The first misuse of the encoder, reported when the value is finished.
  @exclusivity(unchecked) var misuse: String?

  init(capacity: Int = 512) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// The byte written last, or 0 at the beginning.
  @inline(__always)
  var last: UInt8 { count > 0 ? base[count - 1] : 0 }

  @inline(__always)
  func reserve(_ additional: Int) -> UnsafeMutablePointer<UInt8> {
    if count + additional > capacity { grow(count + additional) }
    return base + count
  }

  @inline(__always)
  func advance(_ written: Int) { count += written }

  private func grow(_ needed: Int) {
    let larger = max(capacity * 2, needed)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1).initialize(to: byte)
    count += 1
  }

  @inline(__always)
  func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length).initialize(from: bytes, count: length)
    count += length
  }

  @inline(__always)
  func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

  /// Leaves a place for the bytes of another sink; the mark keeps an array from looking empty.
  func splice(_ sink: JSONByteSink) {
    children.append((count, sink))
    append(0)
  }

  /// Whether it is worth keeping for another value: it has grown no further than most answers need.
  var isReusable: Bool { capacity <= 64 << 10 && misuse == nil }

  /// Forgets what was written, but not the types that are known.
  func reset() {
    count = 0
    children.removeAll()
    containers.removeAll(keepingCapacity: true)
  }

  /// Forgets everything after that many bytes.
  func rewind(to length: Int, containers depth: Int) {
    count = length
    children.removeAll { $0.position >= length }
    containers.removeLast(containers.count - depth)
  }

  /// Appends everything, the spliced sinks in their places, to the bytes.
  func flush(into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + count)
    var start = 0
    for child in children {
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: child.position - start))
      child.sink.flush(into: &bytes)
      start = child.position + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: count - start))
    if let kind = containers.first, let bracket = kind.closing { bytes.append(bracket) }
  }

  /// The first misuse in this sink or one spliced into it.
  var firstMisuse: String? {
    if let misuse { return misuse }
    for child in children { if let found = child.sink.firstMisuse { return found } }
    return nil
  }
}

/// What a value has opened in its sink.
enum JSONContainerKind: UInt8 {
  case none, object, array, single

  var closing: UInt8? {
    switch self {
    case .object: UInt8(ascii: "}")
    case .array: UInt8(ascii: "]")
    case .none, .single: nil
    }
  }
}

/// A small direct-mapped cache of types.
struct JSONTypeCache {
  private var slots = [ObjectIdentifier?](repeating: nil, count: 32)

  @inline(__always)
  private func slot(_ type: ObjectIdentifier) -> Int { (Int(bitPattern: type) >> 4) & 31 }

  @inline(__always)
  func contains(_ type: ObjectIdentifier) -> Bool { slots[slot(type)] == type }

  mutating func insert(_ type: ObjectIdentifier) { slots[slot(type)] = type }
}
