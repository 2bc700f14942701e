import FieldhouseTestSupport
import Testing

@testable import TeamManagement

@Suite struct `A formula` {
  private static let fields = ["Goals", "Goals against", "Games", "Assists"]

  @Test(
    .tags(.tm93),
    arguments: [
      ("Goals / Games", 1.75), ("goals/GAMES", 1.75), ("Goals + Assists * 2", 13), ("(Goals + Assists) * 2", 20),
      ("Goals against / Games", 0.5), ("10 - Goals - 1", 2),
      ("100 * Goals / (Goals + Goals against)", 77.777_777_777_777_77),
      (" 2.5 ", 2.5), ("((Games))", 4),
    ])
  func `says what follows from fields, numbers and signs, as one reads them`(text: String, expected: Double) throws {
    let values: [String: Double] = ["Goals": 7, "Goals against": 2, "Games": 4, "Assists": 3]
    let formula = try #require(Formula(text, fields: Self.fields))
    #expect(formula.value(of: values) == expected)
  }

  @Test(
    .tags(.tm93),
    arguments: [
      "", " ", "Goals /", "/ Goals", "Saves", "Goals Games", "(Goals", "Goals)", "1.2.3", "Goals ** 2", "-", "Goals; 1",
      String(repeating: "(", count: 22) + "1" + String(repeating: ")", count: 22),
    ])
  func `is refused that has another name in it, or is not whole`(text: String) {
    #expect(Formula(text, fields: Self.fields) == nil)
  }

  @Test(.tags(.tm93)) func `has no value where one is missing or nothing can be divided by`() throws {
    let formula = try #require(Formula("Goals / Games", fields: Self.fields))
    #expect(formula.value(of: ["Goals": 3]) == nil)
    #expect(formula.value(of: ["Goals": 3, "Games": 0]) == nil)
    #expect(formula.value(of: ["Goals": 0, "Games": 3]) == 0)
  }
}
