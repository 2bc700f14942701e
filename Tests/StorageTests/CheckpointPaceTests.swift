internal import Testing

@testable internal import FieldhouseStorage

@Suite("The log")
struct CheckpointPaceTests {
  private static let portion = CheckpointPace.portion

  /// Which of these lengths, looked at one after another, are written into the file.
  private func written(_ lengths: [Int]) -> [Int] {
    var pace = CheckpointPace()
    return lengths.filter { pace.isDue($0) }
  }

  @Test func `is written in portions, also when it cannot be written to its end`() {
    let portion = Self.portion
    #expect(
      written([portion - 1, portion + 7, portion + 7, portion * 2, portion * 2 + 7]) == [portion + 7, portion * 2 + 7])
  }

  @Test func `that began anew is written after a portion`() {
    #expect(written([Self.portion * 5, Self.portion - 1, Self.portion]) == [Self.portion * 5, Self.portion])
  }
}
