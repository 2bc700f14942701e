import FieldhouseTestSupport
import Testing

@testable import TeamManagement

/// A formula with what it comes to, which is reckoned while it is written: first the points, then the lines.
private struct WrittenFormula {
  static let fields = ["Goals", "Goals against", "Games", "3 pointers", "Plus-minus", "Tore"]

  let text: String
  /// Nil where a value is missing, or something is divided by nothing.
  let value: Double?

  /// - Parameter depth: how deep parentheses may lie in one another.
  init(_ random: inout SeededRandom, _ values: [String: Double], depth: Int) {
    var text = ""
    var sums: [(sign: Character, value: Double?)] = []
    for place in 0...random.next(below: 4) {
      let sign: Character = place == 0 ? "+" : ["+", "-", "*", "/"][random.next(below: 4)]
      let one = Self.single(&random, values, depth: depth)
      if place > 0 { text += [" \(sign) ", "\(sign)"][random.next(below: 2)] }
      text += one.text
      if place > 0, sign == "*" || sign == "/", let last = sums.popLast() {
        sums.append((last.sign, Self.point(sign, last.value, one.value)))
      } else {
        sums.append((sign, one.value))
      }
    }
    self.text = text
    value = sums.dropFirst().reduce(sums[0].value) { sum, next in
      guard let sum, let value = next.value else { return nil }
      return next.sign == "+" ? sum + value : sum - value
    }
  }

  private static func point(_ sign: Character, _ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return nil }
    return sign == "*" ? one * other : other == 0 ? nil : one / other
  }

  private static func single(
    _ random: inout SeededRandom, _ values: [String: Double], depth: Int
  ) -> (text: String, value: Double?) {
    switch random.next(below: depth > 0 ? 3 : 2) {
    case 0:
      let number = random.next(below: 9)
      return ("\(number).5", Double(number) + 0.5)
    case 1:
      let field = fields[random.next(below: fields.count)]
      return ([field, field.uppercased()][random.next(below: 2)], values[field])
    default:
      let inner = WrittenFormula(&random, values, depth: depth - 1)
      return ("(\(inner.text) )", inner.value)
    }
  }
}

@Suite struct `A formula of any length` {
  @Test func `comes to what one reckons with points before lines, from left to right`() throws {
    var random = SeededRandom(seed: 93)
    var valued = 0
    for _ in 1...400 {
      var values: [String: Double] = [:]
      for field in WrittenFormula.fields where random.next(below: 9) > 0 {
        values[field] = Double(random.next(below: 6))
      }
      let written = WrittenFormula(&random, values, depth: 3)
      let formula = try #require(Formula(written.text, fields: WrittenFormula.fields), "\(written.text)")
      #expect(formula.value(of: values) == written.value, "\(written.text) of \(values)")
      valued += written.value == nil ? 0 : 1
    }
    #expect((100...390).contains(valued), "of both kinds there are many")
  }

  @Test(arguments: [(20, true), (21, false)])
  func `has parentheses twenty deep at most`(depth: Int, isOne: Bool) {
    let text = String(repeating: "(", count: depth) + "Goals" + String(repeating: ")", count: depth)
    #expect((Formula(text, fields: ["Goals"]) != nil) == isOne)
  }

  @Test func `has no value that no number can tell`() throws {
    let product = Array(repeating: "Goals", count: 40).joined(separator: "*")
    let formula = try #require(Formula(product, fields: ["Goals"]))
    #expect(formula.value(of: ["Goals": 1_000_000_000]) == nil)
    #expect(formula.value(of: ["Goals": 1]) == 1)
  }
}
