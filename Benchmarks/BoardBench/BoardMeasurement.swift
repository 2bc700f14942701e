import FieldhouseKit
import FieldhouseLeaderboards
import Foundation

/// Measures one board of a size.
struct BoardMeasurement {
  /// What was found. Times are in microseconds of one call unless the name says otherwise.
  struct Found: Encodable {
    var size: Int
    var buildMilliseconds: Double
    var indexBytesPerEntry: Double
    /// What the whole service takes after it was rebuilt from storage's rows, and how long that takes without storage.
    var serviceBytesPerEntry: Double
    var serviceBuildMilliseconds: Double
    /// What it takes after it was filled by single commits; nil for boards too large for that within a benchmark.
    var grownServiceBytesPerEntry: Double?
    var rank: Latencies
    var top: Latencies
    var around: Latencies
    var change: Latencies
  }

  private static let calls = 100_000
  let size: Int

  func run() async throws -> Found {
    let service = try await ServiceMemory(size: size).rebuilt()
    var index = RankIndex(order: RankOrder(score: .descending))
    let building = Stopwatch.microseconds {
      index.build((0..<size).lazy.map { (slot: UInt32($0), key: key($0, seed: 0)) })
    }
    let bytes = Double(index.byteCount) / Double(size)
    let slots = (0..<Self.calls).map { UInt32(scatter($0) % UInt64(size)) }
    let rank = Latencies(slots) { index.rank(of: $0) ?? 0 }
    let top = Latencies(slots) { _ in index.top(count: 10).count }
    let around = Latencies(slots) { index.around(slot: $0, count: 10).count }
    let change = Latencies(slots) { slot in
      index.set(slot: slot, key: key(Int(slot), seed: 1))
      return index.count
    }
    return Found(
      size: size, buildMilliseconds: building / 1000, indexBytesPerEntry: bytes,
      serviceBytesPerEntry: service.bytesPerEntry, serviceBuildMilliseconds: service.milliseconds,
      grownServiceBytesPerEntry: size > 1_000_000 ? nil : try await ServiceMemory(size: size).grown(), rank: rank,
      top: top, around: around, change: change)
  }

  private func key(_ number: Int, seed: Int) -> RankKey {
    RankKey(score: Int64(scatter(number &+ seed) % 100_000), achievedAt: Int64(number))
  }
}

/// A number spread over all 64 bits (the finaliser of SplitMix64; Steele, Lea and Flood 2014).
func scatter(_ number: Int) -> UInt64 {
  var value = UInt64(bitPattern: Int64(number)) &+ 0x9E37_79B9_7F4A_7C15
  value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
  value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
  return value ^ (value >> 31)
}
