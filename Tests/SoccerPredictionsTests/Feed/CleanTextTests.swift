import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `A text of a feed` {
  private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  @Test(
    arguments: [
      ("Albion", "Albion"), ("  Al \t bion\n", "Al bion"), ("Al\u{A0}\u{2003}bion\u{2028}", "Al bion"), ("", ""),
      ("Al\u{0}bi\u{7}on", "Albion"), ("Al\u{200B}bi\u{2060}on\u{FEFF}", "Albion"),
      ("\u{202E}Forest\u{202C}", "Forest"),
      ("Al\u{AD}bion", "Albion"), ("Al\u{E000}bion", "Albion"), ("Al\u{3164}bion", "Albion"),
      ("Al\u{2800}bion", "Albion"), (" \u{200B} Albion", "Albion"), ("Al \u{200B} bion", "Al bion"),
    ])
  func `is one line without what cannot be seen or stored`(told: String, shown: String) {
    #expect(scalars(told.cleaned) == scalars(shown))
  }

  @Test(
    arguments: [
      "نساجی\u{200C}مازندران", "ശ്രീ\u{200D}", "Ünion \u{301}a", "1. FC Ko\u{308}ln", "⚽\u{FE0F} Club", "الأهلي",
      "東京ヴェルディ",
    ])
  func `keeps the joiners, accents and selectors that it is written with`(name: String) {
    #expect(scalars(name.cleaned) == scalars(name))
  }

  @Test(
    arguments: [
      " \t\n", "\u{200B}", "\u{200D}", "\u{200C} \u{200D}", "\u{FE0F}", "\u{3164}\u{115F}", "\u{2800}\u{2800}", "\u{0}",
      "\u{202E}\u{202C}",
    ])
  func `is empty where nothing in it can be seen`(told: String) {
    #expect(told.cleaned.isEmpty)
  }

  @Test func `has what can be seen in its order, no two blanks together and none at its ends, and is clean for good`() {
    let alphabet = Array(
      "aZ9é\u{301}ß足 \t\n\u{A0}\u{0}\u{200B}\u{200C}\u{200D}\u{202E}\u{FEFF}\u{3164}👩\u{FE0F}-".unicodeScalars)
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\u{A0}"]
    let unseen: Set<Unicode.Scalar> = ["\u{0}", "\u{200B}", "\u{202E}", "\u{FEFF}", "\u{3164}"]
    let ignorable: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}", "\u{FE0F}"]
    var random = SeededRandom(seed: 14)
    for _ in 0..<3_000 {
      let told = (0..<random.next(below: 12)).map { _ in alphabet[random.next(below: alphabet.count)] }
      let shown = scalars(String(String.UnicodeScalarView(told)).cleaned)
      let kept = told.filter { !blanks.contains($0) && !unseen.contains($0) }
      let isSeen = kept.contains { !ignorable.contains($0) }
      #expect(shown.filter { $0 != " " } == (isSeen ? kept : []), "\(told)")
      #expect(shown.first != " " && shown.last != " ")
      #expect(!zip(shown, shown.dropFirst()).contains { $0 == " " && $1 == " " })
      #expect(scalars(String(String.UnicodeScalarView(shown)).cleaned) == shown)
    }
  }
}
