import Foundation
import Testing

@testable import FolfScoring

@Suite struct `A cell of a shared card` {
  private func entry(_ id: String, _ value: Int, on base: String..., at seconds: Double = 0) -> Entry {
    Entry(
      id: id, place: CellPlace(player: "p", hole: 1), value: value, base: Set(base), author: nil, device: "d",
      enteredAt: Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    [], ["a"], ["a", "b"], [""], ["", ""], [","], ["a,b", "c"], ["a\"b"], ["\\"], ["a/b"], ["\u{1}"],
    ["Åse", "ü,\"[]"],
  ])
  func `keeps what it was based on as it was, whatever phones have called it`(_ ids: [String]) throws {
    #expect(try JSONText.list(try JSONText.encode(ids)) == ids)
  }

  @Test func `was never based on what is no list of texts`() {
    for text in ["", "[", "\"a\"", "[1]", "[\"a\" \"b\"]", "[\"a]", "[\"]", "{}"] {
      #expect(throws: DecodingError.self, "\(text)") { try JSONText.list(text) }
    }
  }

  @Test func `says nothing before anything is entered, and after a score is taken back`() {
    #expect(Cell([]).value == nil && !Cell([]).isDisputed)
    let cell = Cell([entry("a", 3), entry("b", 0, on: "a")])
    #expect(cell.value == nil && !cell.isDisputed && cell.values == [0])
  }

  @Test func `takes the later one of two that know of one another, whatever their clocks say`() {
    for seconds in [-36_000.0, 0, 36_000] {
      #expect(Cell([entry("a", 3), entry("b", 4, on: "a", at: seconds)]).value == 4)
    }
  }

  @Test func `agrees when two enter the same without knowing of one another`() {
    let cell = Cell([entry("a", 3), entry("b", 3)])
    #expect(cell.value == 3 && cell.current.count == 2)
  }

  @Test func `is in dispute when two enter different scores on the same base, until one names both`() {
    let two = [entry("a", 3), entry("b", 4, on: "a"), entry("c", 5, on: "a")]
    #expect(Cell(two).isDisputed && Cell(two).value == nil && Cell(two).values == [4, 5])
    #expect(Cell(two + [entry("d", 4, on: "b")]).isDisputed, "it knows nothing of the 5")
    #expect(Cell(two + [entry("d", 4, on: "b", "c")]).value == 4)
  }

  @Test func `knows an entry through another one that has not come yet`() {
    #expect(Cell([entry("a", 3), entry("c", 5, on: "b"), entry("b", 4, on: "a")]).value == 5)
    #expect(Cell([entry("a", 3), entry("c", 5, on: "b")]).isDisputed, "what b knew is not known yet")
  }

  @Test func `loses nothing to entries that claim to know each other`() {
    #expect(Cell([entry("a", 3, on: "b"), entry("b", 4, on: "a")]).values == [3, 4])
    #expect(Cell([entry("a", 3, on: "a")]).value == 3)
    #expect(Cell([entry("a", 3, on: "b"), entry("b", 4, on: "a"), entry("c", 5, on: "a", "b")]).value == 5)
  }
}
