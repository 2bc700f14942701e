internal import CPQ

/// Values of one type that are bound as one, in the server's binary form: the number of dimensions, whether there are nulls,
/// the type, the count, the first index, and each element after its length; all of four bytes, the highest first.
struct ServerArray {
  /// The number of the array's type.
  let type: Oid
  private(set) var bytes: [UInt8] = []
  private var count = 0

  /// An empty array of texts or of whole numbers.
  static func texts() -> ServerArray { ServerArray(type: 1009, element: TypeID.text) }
  static func integers() -> ServerArray { ServerArray(type: 1016, element: TypeID.int8) }

  private init(type: Oid, element: Oid) {
    self.type = type
    add(UInt32(1))
    add(UInt32(0))
    add(element)
    add(UInt32(0))
    add(UInt32(1))
  }

  mutating func append(_ number: Int64) {
    add(UInt32(8))
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    noteElement()
  }

  /// Adds a text in UTF-8.
  mutating func append(_ text: some Collection<UInt8>) {
    add(UInt32(text.count))
    bytes.append(contentsOf: text)
    noteElement()
  }

  private mutating func noteElement() {
    count += 1
    let place = Self.countPlace
    withUnsafeBytes(of: UInt32(count).bigEndian) {
      for (index, byte) in $0.enumerated() { bytes[place + index] = byte }
    }
  }

  private static let countPlace = 12

  private mutating func add(_ number: UInt32) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
