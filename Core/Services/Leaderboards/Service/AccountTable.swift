import FieldhouseKit

/// Numbers the accounts of a plugin's boards from 0, so that the boards themselves need no text.
///
/// The texts lie packed one after another in one piece of memory. A number belongs to its account until the table is made
/// anew; the number of a forgotten account is not given again.
struct AccountTable: Sendable {
  private static let empty = UInt32.max
  private static let removed = UInt32.max - 1
  /// The top bit of a length: the text is packed.
  private static let packedBit: UInt16 = 1 << 15
  /// Where each so many texts begin is noted.
  private static let stretch = 16

  private var bytes: ContiguousArray<UInt8> = []
  private var lengths: ContiguousArray<UInt16> = []
  private var anchors: ContiguousArray<UInt32> = []
  private var buckets = ContiguousArray(repeating: AccountTable.empty, count: 16)
  /// Eight bits of the hash beside each bucket, so that another account's text is hardly ever looked at.
  private var tags = ContiguousArray<UInt8>(repeating: 0, count: 16)
  private var used = 0
  /// Whether no account was forgotten.
  private var isIntact = true
  private let seed = UInt64.random(in: .min ... .max)

  /// The bytes allocated.
  var byteCount: Int {
    bytes.capacity + tags.capacity + lengths.capacity * MemoryLayout<UInt16>.stride
      + (anchors.capacity + buckets.capacity) * MemoryLayout<UInt32>.stride
  }

  /// The number of an account that is known.
  func number(of account: AccountID) -> UInt32? {
    PackedText.with(account.text) { text in
      let found = buckets[find(text).place]
      return found == Self.empty ? nil : found
    }
  }

  /// The id of the account of a number.
  func text(_ number: UInt32) -> String {
    let length = lengths[Int(number)]
    return bytes.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[range(number)])
      guard length & Self.packedBit != 0 else { return String(decoding: text, as: UTF8.self) }
      return PackedText.unpacked(text, characters: Int(length & ~Self.packedBit))
    }
  }

  /// The number of an account, a new one when it is not known.
  mutating func assign(_ account: AccountID) -> UInt32 {
    PackedText.with(account.text) { assign($0) }
  }

  /// The number of an account whose id is given in UTF-8, a new one when it is not known.
  mutating func assign(utf8 text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    PackedText.with(text) { assign($0) }
  }

  /// The same, for one of many in a row: those often follow each other as their numbers do, so the number behind the one
  /// before is looked at first.
  mutating func assign(utf8 text: UnsafeBufferPointer<UInt8>, after previous: UInt32?) -> UInt32 {
    PackedText.with(text) { text in
      if isIntact, let next = previous.map({ $0 + 1 }), next < lengths.count, holds(text, next) { return next }
      return assign(text)
    }
  }

  private mutating func assign(_ text: PackedText) -> UInt32 {
    let (place, tag) = find(text)
    return buckets[place] == Self.empty ? append(text, tag, at: place) : buckets[place]
  }

  /// Makes room for accounts that are about to come, if they are many beside the known ones.
  mutating func makeRoom(for coming: Int) {
    let wanted = (used + coming) * 5 / 4 + 4
    if coming > used, wanted > buckets.count { spread(over: wanted) }
  }

  /// Forgets the text of an account.
  mutating func forget(_ account: AccountID) {
    PackedText.with(account.text) { text in
      let place = find(text).place
      guard buckets[place] != Self.empty else { return }
      for index in range(buckets[place]) { bytes[index] = 0 }
      buckets[place] = Self.removed
      isIntact = false
    }
  }

  private func mark(_ text: PackedText) -> UInt16 {
    precondition(text.characters < Int(Self.packedBit), "an account's id has less than 32,768 bytes")
    return UInt16(text.characters) | (text.isPacked ? Self.packedBit : 0)
  }

  private func length(_ mark: UInt16) -> Int {
    let count = Int(mark & ~Self.packedBit)
    return mark & Self.packedBit == 0 ? count : PackedText.length(ofPacked: count)
  }

  private func range(_ number: UInt32) -> Range<Int> {
    let first = Int(number) / Self.stretch
    var start = Int(anchors[first])
    for index in (first * Self.stretch)..<Int(number) { start += length(lengths[index]) }
    return start..<start + length(lengths[Int(number)])
  }

  private mutating func append(_ text: PackedText, _ tag: UInt8, at place: Int) -> UInt32 {
    let number = UInt32(lengths.count)
    if lengths.count % Self.stretch == 0 {
      anchors.makeRoom(for: anchors.count + 1)
      anchors.append(UInt32(bytes.count))
    }
    bytes.makeRoom(for: bytes.count + text.bytes.count)
    bytes.append(contentsOf: text.bytes)
    lengths.makeRoom(for: lengths.count + 1)
    lengths.append(mark(text))
    buckets[place] = number
    tags[place] = tag
    used += 1
    if used * 5 > buckets.count * 4 { spread(over: buckets.count * 3 / 2) }
    return number
  }
}

extension AccountTable {
  /// The bucket that holds a text, or the empty one where it belongs.
  private func find(_ text: PackedText) -> (place: Int, tag: UInt8) {
    var (place, tag) = Self.home(of: text.bytes, seed, buckets.count)
    while buckets[place] != Self.empty {
      if tags[place] == tag, buckets[place] != Self.removed, holds(text, buckets[place]) { break }
      place = place + 1 == buckets.count ? 0 : place + 1
    }
    return (place, tag)
  }

  private func holds(_ text: PackedText, _ number: UInt32) -> Bool {
    guard lengths[Int(number)] == mark(text) else { return false }
    let start = range(number).lowerBound
    return bytes.withUnsafeBytes { all in
      text.bytes.indices.allSatisfy { all[start + $0] == text.bytes[$0] }
    }
  }

  /// Makes the buckets anew; those of forgotten accounts go. The texts are read in the order of memory.
  private mutating func spread(over count: Int) {
    var isKnown = ContiguousArray(repeating: false, count: lengths.count)
    for number in buckets where number < Self.removed { isKnown[Int(number)] = true }
    var wider = ContiguousArray(repeating: Self.empty, count: count)
    var widerTags = ContiguousArray<UInt8>(repeating: 0, count: wider.count)
    used = 0
    var start = 0
    for number in lengths.indices {
      let end = start + length(lengths[number])
      defer { start = end }
      guard isKnown[number] else { continue }
      var (place, tag) = bytes.withUnsafeBytes {
        Self.home(of: UnsafeRawBufferPointer(rebasing: $0[start..<end]), seed, wider.count)
      }
      while wider[place] != Self.empty { place = place + 1 == wider.count ? 0 : place + 1 }
      wider[place] = UInt32(number)
      widerTags[place] = tag
      used += 1
    }
    buckets = wider
    tags = widerTags
  }

  /// Where the search for a text begins, and its tag: a hash by multiplication, seeded so that nobody outside can make texts
  /// collide (the mixing step of Wang Yi, "wyhash": full products, the halves joined).
  private static func home(of text: UnsafeRawBufferPointer, _ seed: UInt64, _ count: Int) -> (place: Int, tag: UInt8) {
    var hash = seed ^ UInt64(text.count)
    var start = 0
    while start < text.count {
      let end = Swift.min(start + 8, text.count)
      var word: UInt64 = 0
      for index in start..<end { word = word << 8 | UInt64(text[index]) }
      let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      hash = product.high ^ product.low ^ 0xE703_7ED1_A0B4_28DB
      start = end
    }
    return (Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(count)).high), UInt8(truncatingIfNeeded: hash))
  }
}
