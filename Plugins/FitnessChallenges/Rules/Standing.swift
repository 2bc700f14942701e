import FieldhouseKit

/// Where somebody stands in a challenge.
struct Standing: Hashable, Sendable {
  /// Whether the goal of each exercise is met.
  var met: [Bool]
  /// The points of each exercise in thousandths, 0 or more.
  var scores: [Int64]
  /// What was written down of each exercise in all, in thousandths of its unit.
  var totals: [Int64]
  /// Whether the log does what the challenge asks of it.
  var holds: Bool

  /// The points of all exercises in thousandths.
  var score: Int64 { scores.reduce(0, +) }
}

extension Standing {
  /// As it is kept: a JSON object, written and read with every entry.
  var text: String {
    func list(_ values: some Sequence<some CustomStringConvertible>) -> String {
      "[" + values.map(\.description).joined(separator: ",") + "]"
    }
    return #"{"holds":\#(holds),"met":\#(list(met)),"scores":\#(list(scores)),"totals":\#(list(totals))}"#
  }

  /// - Throws: ``StandingMalformed`` for a text that is something else; `JSONParseError` for one that is no JSON.
  init(text: String) throws {
    let json = try JSON(parsing: Array(text.utf8))
    func numbers(_ key: String) -> [Int64]? { json[key]?.array?.compactMap { $0.int.map(Int64.init) } }
    guard let met = json["met"]?.array?.compactMap(\.bool), let scores = numbers("scores"),
      let totals = numbers("totals"), let holds = json["holds"]?.bool, met.count == scores.count,
      met.count == totals.count
    else { throw StandingMalformed() }
    self.init(met: met, scores: scores, totals: totals, holds: holds)
  }
}

/// A text that says not where somebody stands.
struct StandingMalformed: Error {}
