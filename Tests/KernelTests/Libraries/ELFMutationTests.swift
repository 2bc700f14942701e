import FieldhouseKernel
import Testing

@Suite("Reading damaged libraries")
struct ELFMutationTests {
  private static let extremes: [UInt8] = [0, 1, 0x7f, 0x80, 0xff]

  private func outcome(_ bytes: [UInt8]) -> String {
    do throws(ELFError) {
      let image = try ELFImage(bytes: bytes)
      _ = image.definesFunction("no such function")
      _ = image.linkage(withSwiftModule: "FieldhouseKit")
      return "read"
    } catch {
      return error.code
    }
  }

  private func library() throws -> [UInt8] {
    let source = "#include <math.h>\ndouble root(double x) { return sqrt(x); } int one(void) { return 1; }"
    let note = ["-Xlinker", "--package-metadata={\"type\":\"fieldhouse-plugin\"}"]
    return try CompiledLibrary(source, options: ["-shared", "-fPIC", "-lm", "-Wl,--hash-style=both"] + note).bytes
  }

  @Test func `6,000 mutants are read or refused with a code, and none ends the process`() throws {
    let original = try library()
    var random = XorShift(state: 0x5eed_f1e1_d40a_5e01)
    var outcomes: [String: Int] = [:]
    for round in 0..<6_000 {
      var bytes = original
      mutate(&bytes, within: round % 2 == 0 ? min(1_024, bytes.count) : bytes.count, &random)
      outcomes[outcome(bytes), default: 0] += 1
    }
    #expect(outcomes.values.reduce(0, +) == 6_000)
    for expected in ["read", "elf-truncated", "elf-malformed", "elf-wrong-architecture", "elf-not-elf"] {
      #expect(outcomes[expected, default: 0] > 0, "\(expected) in \(outcomes)")
    }
  }

  @Test func `a library cut anywhere before its last segment ends is refused`() throws {
    let original = try library()
    let outcomes = Set(stride(from: 4, to: original.count / 2, by: 7).map { outcome(Array(original.prefix($0))) })
    #expect(outcomes == ["elf-truncated"])
  }

  /// Overwrites one to eight places with one byte or with eight bytes of one value.
  private func mutate(_ bytes: inout [UInt8], within limit: Int, _ random: inout XorShift) {
    for _ in 0...random.next(below: 8) {
      let value = random.next(below: 2) == 0 ? Self.extremes[random.next(below: 5)] : UInt8(random.next(below: 256))
      let start = random.next(below: limit)
      for index in start..<min(start + (random.next(below: 4) == 0 ? 8 : 1), bytes.count) { bytes[index] = value }
    }
  }
}

/// The 64-bit xorshift generator of Marsaglia (2003), so that every run damages the same bytes.
private struct XorShift {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}
