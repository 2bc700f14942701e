/// The number of dynamic symbols, which ELF states only in the hash tables the loader uses.
enum ELFSymbolCount {
  static func read(
    _ bytes: ImageBytes, dynamic: ELFDynamicSection, segments: [ELFSegment]
  ) throws(ELFError) -> UInt64 {
    if let address = dynamic.gnuHashAddress {
      return try gnu(bytes, at: try segments.fileOffset(of: address, for: "GNU hash table"))
    }
    guard let address = dynamic.hashAddress else { throw .malformed("The library has no symbol hash table") }
    let table = try segments.fileOffset(of: address, for: "hash table")
    return UInt64(try bytes.number(at: table + 4, as: UInt32.self, in: "hash table"))
  }

  /// The last symbol of the highest chain, plus one. Every step moves on in the file, so that it ends.
  private static func gnu(_ bytes: ImageBytes, at table: UInt64) throws(ELFError) -> UInt64 {
    let bucketCount: UInt32 = try bytes.number(at: table, in: "GNU hash table")
    let firstHashed: UInt32 = try bytes.number(at: table + 4, in: "GNU hash table")
    let filterWords: UInt32 = try bytes.number(at: table + 8, in: "GNU hash table")
    let buckets = table + 16 + UInt64(filterWords) * 8
    let chains = buckets + UInt64(bucketCount) * 4
    var last: UInt32 = 0
    for index in 0..<UInt64(bucketCount) {
      last = max(last, try bytes.number(at: buckets + index * 4, in: "GNU hash table"))
    }
    guard last >= firstHashed, last > 0 else { return UInt64(firstHashed) }
    var index = UInt64(last)
    while try bytes.number(at: chains + (index - UInt64(firstHashed)) * 4, as: UInt32.self, in: "GNU hash table") & 1
      == 0
    {
      index += 1
    }
    return index + 1
  }
}
