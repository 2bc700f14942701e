internal import FieldhouseKit

// What operators see of the texts.
extension TextCatalog {
  /// Keys of sentences about problems. In English people read the sentence of the part of the host that found the problem,
  /// which says more; the English text is there to be translated.
  private static let sentences = "problem."

  /// All texts that a language can have, by owners and keys.
  func table(of language: String) -> [LanguageText] {
    let (shipped, written) = (shipped(in: language), written(in: language))
    return sources.flatMap { owner, texts in
      texts.compactMap { key, english -> LanguageText? in
        guard Self.isOpen(key, in: language) else { return nil }
        return LanguageText(
          owner: owner, key: key, english: english, shipped: shipped[owner]?[key], text: written[owner]?[key])
      }
    }.sorted { $0.place < $1.place }
  }

  func overview(of language: KnownLanguage) -> LanguageOutput {
    let table = table(of: language.tag)
    return LanguageOutput(
      tag: language.tag, name: language.name, direction: LanguageTag.isRightToLeft(language.tag) ? "rtl" : "ltr",
      isActive: language.isActive, isShipped: language.isShipped, texts: table.count,
      translated: table.count { $0.text != nil || $0.shipped != nil })
  }

  /// What keeps texts from being written, each with its place in the list.
  func mistakes(in texts: [WrittenText], language: String) -> [Problem.Field] {
    let sources = sources
    return texts.enumerated().compactMap { index, text in
      guard let english = sources[text.owner]?[text.key], Self.isOpen(text.key, in: language) else {
        return Problem.Field(
          pointer: "/texts/\(index)/key", code: "text-unknown",
          detail: "\(text.owner) has no text '\(text.key)' to be written in this language.")
      }
      guard let words = text.text, !words.isEmpty, let fault = Self.fault(in: words, english) else { return nil }
      return Problem.Field(
        pointer: "/texts/\(index)/text", code: "text-placeholder",
        detail: "\(fault) The English text is: \(english)")
    }
  }

  private static func fault(in text: String, _ english: String) -> String? {
    if let unknown = Placeholders.unknown(in: text, source: english).first {
      return "Nothing fills in {\(unknown)} here."
    }
    return Placeholders.missing(in: text, source: english).first.map { "The text must have {\($0)}." }
  }

  private static func isOpen(_ key: String, in language: String) -> Bool {
    language != source || !key.hasPrefix(sentences)
  }
}
