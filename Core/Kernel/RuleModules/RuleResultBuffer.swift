internal import FieldhouseKit

/// The memory a C function writes a text or an array into, followed by a guard that shows overruns.
struct RuleResultBuffer: ~Copyable {
  private static let guardSize = 64
  private static let guardByte: UInt8 = 0xa5
  private static let unset: Int64 = -1

  private let type: RuleType
  private let capacity: Int
  private let byteCount: Int
  private let memory: UnsafeMutableRawPointer
  private let written: UnsafeMutablePointer<Int64>

  init(_ signature: RuleSignature) {
    type = signature.result
    capacity = signature.resultCapacity
    byteCount = type == .int64Array || type == .doubleArray ? capacity * 8 : capacity
    memory = .allocate(byteCount: byteCount + Self.guardSize, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    (memory + byteCount).initializeMemory(as: UInt8.self, repeating: Self.guardByte, count: Self.guardSize)
    written = .allocate(capacity: 1)
    written.initialize(to: Self.unset)
  }

  deinit {
    memory.deallocate()
    written.deallocate()
  }

  /// Appends buffer, capacity and count to the C arguments.
  func append(to frame: inout RuleCallFrame) {
    frame.append(address: memory)
    frame.append(word: UInt64(capacity))
    frame.append(address: UnsafeMutableRawPointer(written))
  }

  /// The value the function has written.
  func value() throws(RuleError) -> RuleValue {
    try checkGuard()
    let count = written.pointee
    guard (0...Int64(capacity)).contains(count) else { throw .result(Self.countFault(count, capacity)) }
    switch type {
    case .int64Array: return .integers(elements(Int(count)))
    case .doubleArray: return .doubles(try finite(elements(Int(count))))
    case .stringArray: return .strings(try RuleTextReader.texts(in: bytes(byteCount), count: Int(count)))
    default: return .string(try RuleTextReader.text(in: bytes(Int(count))))
    }
  }

  private func checkGuard() throws(RuleError) {
    let fence = UnsafeRawBufferPointer(start: memory + byteCount, count: Self.guardSize)
    guard fence.allSatisfy({ $0 == Self.guardByte }) else {
      throw RuleError(
        .resultOverrun, "The function wrote past the capacity of \(capacity).", remedy: "Check it before writing.")
    }
  }

  private func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory, count: count)
  }

  private func elements<Element: BitwiseCopyable>(_ count: Int) -> [Element] {
    Array(bytes(count * MemoryLayout<Element>.stride).bindMemory(to: Element.self))
  }

  private func finite(_ values: [Double]) throws(RuleError) -> [Double] {
    guard values.allSatisfy(\.isFinite) else { throw .result("an element is not a finite number") }
    return values
  }

  private static func countFault(_ count: Int64, _ capacity: Int) -> String {
    count == unset ? "its length or count was not written" : "its length or count is \(count), the capacity \(capacity)"
  }
}
