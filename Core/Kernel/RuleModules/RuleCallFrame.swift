internal import FieldhouseKit

/// The C arguments of one call: eight bytes each, and the memory that pointers among them lead to.
struct RuleCallFrame: ~Copyable {
  /// What libffi wants: the address of every argument.
  let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let words: UnsafeMutablePointer<UInt64>
  private var count = 0
  private var blocks: [UnsafeMutableRawPointer] = []

  /// Room for `capacity` C arguments.
  init(capacity: Int) {
    let size = max(capacity, 1) * MemoryLayout<UInt64>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * size, alignment: MemoryLayout<UInt64>.alignment)
    words = memory.bindMemory(to: UInt64.self, capacity: max(capacity, 1))
    addresses = (memory + size).bindMemory(to: UnsafeMutableRawPointer?.self, capacity: max(capacity, 1))
  }

  deinit {
    UnsafeMutableRawPointer(words).deallocate()
    for block in blocks { block.deallocate() }
  }

  /// Appends the one or two C arguments of a value.
  mutating func append(_ value: RuleValue) {
    switch value {
    case .integer(let value): append(word: UInt64(bitPattern: value))
    case .double(let value): append(word: value.bitPattern)
    case .string(let text): append(address: copy(text))
    case .integers(let values): append(array: values)
    case .doubles(let values): append(array: values)
    case .strings(let texts): append(array: texts.map { copy($0) })
    }
  }

  mutating func append(word: UInt64) {
    (words + count).initialize(to: word)
    (addresses + count).initialize(to: words + count)
    count += 1
  }

  mutating func append(address: UnsafeMutableRawPointer) {
    append(word: UInt64(UInt(bitPattern: address)))
  }

  private mutating func append<Element: BitwiseCopyable>(array: [Element]) {
    let block = allocate(array.count * MemoryLayout<Element>.stride)
    array.withUnsafeBytes { block.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(block), byteCount: $0.count) }
    append(address: block)
    append(word: UInt64(array.count))
  }

  private mutating func copy(_ text: String) -> UnsafeMutableRawPointer {
    var text = text
    return text.withUTF8 { bytes in
      let block = allocate(bytes.count + 1)
      if let base = bytes.baseAddress { block.copyMemory(from: base, byteCount: bytes.count) }
      block.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
      return block
    }
  }

  private mutating func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 8), alignment: 16)
    blocks.append(block)
    return block
  }
}
