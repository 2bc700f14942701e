import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The times at which matches are due` {
  private func at(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }

  @Test func `come in their order, whatever was said before`() {
    var due = DueTimes()
    for (match, second) in [("a", 30), ("b", 10), ("c", 20)] { due.set(match, at(second)) }
    due.set("b", at(40))
    due.set("c", nil)
    #expect(due.next() == at(30))
    #expect(due.take(until: at(29), most: 9).isEmpty)
    #expect(due.take(until: at(100), most: 9) == ["a", "b"])
    #expect(due.next() == nil)
  }

  @Test func `are taken a few at a time`() {
    var due = DueTimes()
    for number in 0..<5 { due.set("m\(number)", at(number)) }
    #expect(due.take(until: at(9), most: 2) == ["m0", "m1"])
    #expect(due.take(until: at(9), most: 9) == ["m2", "m3", "m4"])
  }

  @Test func `are those of a sorted list after thousands of random changes`() {
    var random = SeededRandom(seed: 7)
    var (due, oracle) = (DueTimes(), [String: Date]())
    for _ in 0..<5_000 {
      let match = "m\(Int.random(in: 0..<200, using: &random))"
      let time: Date? = Int.random(in: 0..<5, using: &random) == 0 ? nil : at(Int.random(in: 0..<1_000, using: &random))
      due.set(match, time)
      oracle[match] = time
      #expect(due.next() == oracle.values.min())
      guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
      let until = at(Int.random(in: 0..<300, using: &random))
      let taken = due.take(until: until, most: 3)
      let expected = oracle.filter { $0.value <= until }.values.sorted().prefix(3)
      #expect(taken.compactMap { oracle[$0] } == Array(expected))
      for match in taken { oracle[match] = nil }
    }
  }
}
