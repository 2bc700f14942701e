import FieldhouseKit

/// Numbers the accounts of a plugin's boards from 0, so that the boards themselves need no text.
///
/// The texts lie one after another in one piece of memory. A number belongs to its account until the table is made anew;
/// the number of a forgotten account is not given again.
struct AccountTable: Sendable {
  private static let empty = UInt32.max
  private static let removed = UInt32.max - 1

  private var text: ContiguousArray<UInt8> = []
  private var ends: ContiguousArray<UInt32> = []
  private var buckets = ContiguousArray(repeating: AccountTable.empty, count: 16)
  private var used = 0

  /// The bytes allocated.
  var byteCount: Int {
    text.capacity + (ends.capacity + buckets.capacity) * MemoryLayout<UInt32>.stride
  }

  /// The number of an account that is known.
  func number(of account: AccountID) -> UInt32? {
    var text = account.text
    return text.withUTF8 { bytes in
      let found = buckets[bucket(of: UnsafeRawBufferPointer(bytes))]
      return found == Self.empty ? nil : found
    }
  }

  /// The account of a number.
  func account(_ number: UInt32) -> AccountID {
    AccountID(String(decoding: text[range(number)], as: UTF8.self))
  }

  /// The number of an account, a new one when it is not known.
  mutating func assign(_ account: AccountID) -> UInt32 {
    var name = account.text
    return name.withUTF8 { bytes in
      let place = bucket(of: UnsafeRawBufferPointer(bytes))
      if buckets[place] != Self.empty { return buckets[place] }
      return append(bytes, at: place)
    }
  }

  /// Forgets the text of an account.
  mutating func forget(_ account: AccountID) {
    var name = account.text
    name.withUTF8 { bytes in
      let place = bucket(of: UnsafeRawBufferPointer(bytes))
      guard buckets[place] != Self.empty else { return }
      for index in range(buckets[place]) { text[index] = 0 }
      buckets[place] = Self.removed
    }
  }

  private func range(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[Int(number) - 1]))..<Int(ends[Int(number)])
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt32 {
    let number = UInt32(ends.count)
    text.makeRoom(for: text.count + bytes.count)
    text.append(contentsOf: bytes)
    ends.makeRoom(for: ends.count + 1)
    ends.append(UInt32(text.count))
    buckets[place] = number
    used += 1
    if used * 4 > buckets.count * 3 { spread() }
    return number
  }
}

extension AccountTable {
  /// The bucket that holds a text, or the empty one where it belongs.
  private func bucket(of bytes: UnsafeRawBufferPointer) -> Int {
    let mask = buckets.count - 1
    var place = Self.hash(bytes) & mask
    while buckets[place] != Self.empty {
      if buckets[place] != Self.removed, holds(bytes, buckets[place]) { return place }
      place = (place + 1) & mask
    }
    return place
  }

  private func holds(_ bytes: UnsafeRawBufferPointer, _ number: UInt32) -> Bool {
    let range = range(number)
    guard range.count == bytes.count else { return false }
    return text.withUnsafeBytes { $0[range].elementsEqual(bytes) }
  }

  /// Doubles the buckets.
  private mutating func spread() {
    let old = buckets
    buckets = ContiguousArray(repeating: Self.empty, count: old.count * 2)
    used = 0
    for number in old where number < Self.removed {
      let place = text.withUnsafeBytes {
        bucket(of: UnsafeRawBufferPointer(rebasing: $0[range(number)]))
      }
      buckets[place] = number
      used += 1
    }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }
}
