import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Names that are alike` {
  /// The fewest steps from one text to another, by trying every step that the definition allows on ever shorter texts.
  private func steps(_ one: ArraySlice<Character>, _ other: ArraySlice<Character>) -> Int {
    guard let last = one.last, let end = other.last else { return max(one.count, other.count) }
    var least = min(
      steps(one.dropLast(), other) + 1, steps(one, other.dropLast()) + 1,
      steps(one.dropLast(), other.dropLast()) + (last == end ? 0 : 1))
    let (before, ahead) = (one.dropLast().last, other.dropLast().last)
    if before == end, ahead == last, before != nil {
      least = min(least, steps(one.dropLast(2), other.dropLast(2)) + 1)
    }
    return least
  }

  @Test func `differ by as many letters as the definition says, in both directions`() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<250 {
      let words = (0..<2).map { _ in
        String((0..<random.next(below: 6)).map { _ in "abc".randomElement(using: &random) ?? "a" })
      }
      let expected = steps(Array(words[0])[...], Array(words[1])[...])
      #expect(EditDistance.between(words[0], words[1]) == expected, "\(words)")
      #expect(EditDistance.between(words[1], words[0]) == expected, "\(words)")
    }
  }

  @Test(arguments: [
    ("Bor. Dortmund", "Borussia Dortmund"), ("Celta", "RC Celta de Vigo"), ("Man. City", "Manchester City"),
    ("Wolverhampton Wandrers", "Wolverhampton Wanderers"), ("Bayern", "FC Bayern München"),
    ("Sturm Graz II", "SK Sturm Graz II"),
  ])
  func `may be one whichever of them is known first`(one: String, other: String) {
    #expect(ClubName(one).resembles(ClubName(other)))
    #expect(ClubName(other).resembles(ClubName(one)))
  }

  @Test(arguments: [
    ("Manchester City", "Manchester United"), ("Sturm Graz", "Sturm Graz II"), ("Barcelona B", "Barcelona"),
    ("Ajax", "PSV"), ("A. D.", "Alfa Delta"), ("England U21", "England"),
  ])
  func `are two whichever of them is known first`(one: String, other: String) {
    #expect(!ClubName(one).resembles(ClubName(other)))
    #expect(!ClubName(other).resembles(ClubName(one)))
  }

  @Test(arguments: [
    ("FC Köln", "1. FC Köln", true), ("TSV 1860 München", "1860 München", true),
    ("TSV 1860 München", "FC München", false),
    ("Schalke 04", "FC Schalke 04", true), ("Schalke 04", "Schalke 05", false), ("1. FC", "FC", false),
    ("The Club", "Club", false), ("de Vigo Celta", "Celta Vigo", true), ("中国", "日本", false),
  ])
  func `are surely one where nothing but a legal form, a year or an article is left out`(
    one: String, other: String, isSame: Bool
  ) {
    #expect(ClubName(one).isSame(as: ClubName(other)) == isSame)
    #expect(ClubName(other).isSame(as: ClubName(one)) == isSame)
  }

  @Test func `are not guessed at where a spelling is as near to several teams, or stands beside the only one`() {
    let known = [
      "eng-north-town": "eng-north-town", "eng-south-town": "eng-south-town", "sco-forth-town": "sco-forth-town",
    ]
    let registry = TeamRegistry(aliases: known)
    #expect(registry.nearest("eng-forth-town", ["eng-north-town", "eng-south-town"]) == "eng-north-town")
    #expect(
      registry.nearest("eng-orth-town", ["eng-north-town", "sco-forth-town"]) == nil, "a letter is missing in both")
    #expect(registry.nearest("eng-orth-town", []) == nil)
    #expect(registry.resembles("eng-nort-town", "eng-north-town"))
    #expect(!registry.resembles("eng-forth-town", "sco-forth-town"), "of another country")
  }

  @Test func `mean the team that all its spellings agree with`() {
    var registry = TeamRegistry(aliases: ["bel-mechelen": "bel-mechelen"])
    #expect(registry.team("bel-kv-mechelen") == "bel-mechelen")
    registry.add("bel-kv-mechelen", "bel-mechelen")
    #expect(registry.team("bel-krc-mechelen") == nil, "a club of another form, though the first name would fit")
    registry.add("bel-krc-mechelen", "bel-krc-mechelen")
    #expect(registry.team("bel-krc-mechelen-1904") == "bel-krc-mechelen")
    #expect(registry.team("bel-mechelen") == "bel-mechelen", "what is known is never looked for again")
    #expect(registry.team("nat-kv-mechelen") == nil && registry.team("ned-kv-mechelen") == nil)
  }
}
