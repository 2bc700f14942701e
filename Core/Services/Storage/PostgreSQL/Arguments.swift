internal import CPQ
internal import FieldhouseKit

/// Bound values in the form libpq takes them: text, and bytes for blobs.
struct Arguments {
  private var bytes: [UInt8] = []
  private var starts: [Int?] = []
  private var lengths: [CInt] = []
  private var formats: [CInt] = []

  /// - Parameter arrays: come after the values.
  /// - Throws: ``StorageError`` `storage-statement` for a text with NUL.
  init(_ values: [SQLValue], _ arrays: [ServerArray] = []) throws(StorageError) {
    bytes.reserveCapacity(arrays.reduce(64) { $0 + $1.bytes.count + 1 })
    for value in values {
      switch value {
      case .null: add(nil, isBinary: false)
      case .integer(let number): add(Array(String(number).utf8), isBinary: false)
      case .real(let number):
        number.isNaN ? add(nil, isBinary: false) : add(Array(Self.text(number).utf8), isBinary: false)
      case .text(let text):
        guard !text.utf8.contains(0) else { throw .malformed("A text must not hold the character NUL.") }
        add(Array(text.utf8), isBinary: false)
      case .blob(let blob): add(blob, isBinary: true)
      }
    }
    for array in arrays { add(array.bytes, isBinary: true) }
  }

  /// Hands over pointers that are valid during the call: values, lengths and formats.
  func withPointers<Result>(
    _ body: ([UnsafePointer<CChar>?], [CInt], [CInt]) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return body(starts.map { start in start.flatMap { base?.advanced(by: $0) } }, lengths, formats)
    }
  }

  private mutating func add(_ value: [UInt8]?, isBinary: Bool) {
    starts.append(value.map { _ in bytes.count })
    lengths.append(CInt(value?.count ?? 0))
    formats.append(isBinary ? 1 : 0)
    bytes += value ?? []
    bytes.append(0)
  }

  /// A zero has no sign: SQLite keeps none.
  private static func text(_ number: Double) -> String {
    number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : String(number == 0 ? 0 : number)
  }
}
