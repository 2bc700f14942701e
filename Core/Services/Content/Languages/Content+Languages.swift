internal import FieldhouseKit
internal import Foundation

extension Content {
  private static let unknown = Problem.notFound("language-unknown", "There is no such language. Add it first.")
  private static let needed = Problem.conflict(
    "language-needed", "English stays: every text that is missing in another language is shown in it.")
  private static let shipped = Problem.conflict(
    "language-shipped", "Texts in this language came with the host or a plugin. Switch it off instead.")
  private static let tooMany = Problem.conflict(
    "languages-too-many", "There are \(mostLanguages) languages, which is the most.")
  static let mostLanguages = 100

  func languageRoutes(_ routes: inout Routes) {
    routes.get("/languages", "All languages, and how much of each is there", access: .operators) {
      [self] (_: NoInput, _) in Page(items: texts.all.map { texts.overview(of: $0) })
    }
    routes.put(
      "/languages/{language}", "Add a language, name it, or let people choose it", access: .operators,
      problems: [Self.needed, Self.tooMany]
    ) { [self] (input: LanguageSetting, _) in try await set(input) }
    routes.delete(
      "/languages/{language}", "Remove a language with all that was written in it", access: .operators,
      problems: [Self.unknown, Self.shipped]
    ) { [self] (input: LanguageInput, _) in
      let language = try known(input.language)
      if language.isShipped { throw Self.shipped }
      try await storage.write { try await LanguageStore.remove(language.tag, in: $0) }
      try await readTexts()
      return NoContent()
    }
    routes.get(
      "/languages/{language}/texts", "The texts of a language beside the English ones, by owners and keys",
      access: .operators, problems: [Self.unknown]
    ) { [self] (input: LanguageTextsInput, _) in
      let all = texts.table(of: try known(input.language).tag).filter { row in
        input.owner.map { $0 == row.owner } ?? true
          && (input.missing == true ? row.text == nil && row.shipped == nil : true)
      }
      let rest = all.drop { row in input.after.map { row.place <= $0 } ?? false }
      let limit = input.limit ?? 100
      let page = Array(rest.prefix(limit))
      return Page(items: page, next: rest.count > limit ? page.last?.place : nil)
    }
    routes.put(
      "/languages/{language}/texts", "Write texts of a language; one without words is taken away again",
      access: .operators, problems: [Self.unknown]
    ) { [self] (input: WritingTextsInput, _) in
      let language = try known(input.language)
      let mistakes = texts.mistakes(in: input.texts, language: language.tag)
      guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
      try await storage.write { try await LanguageStore.write(input.texts, in: language.tag, $0) }
      try await readTexts()
      return texts.overview(of: language)
    }
  }

  private func set(_ input: LanguageSetting) async throws -> LanguageOutput {
    let tag = PageLanguage.normal(input.language)
    let current = texts.all.first { $0.tag == tag }
    let language = WrittenTexts.Language(
      tag: tag, name: input.name ?? current?.name ?? LanguageTag.ownName(of: tag),
      isActive: input.isActive ?? current?.isActive ?? false)
    if tag == TextCatalog.source, !language.isActive { throw Self.needed }
    if current == nil, texts.all.count >= Self.mostLanguages { throw Self.tooMany }
    try await storage.write { try await LanguageStore.set(language, in: $0) }
    try await readTexts()
    return texts.overview(of: try known(tag))
  }

  private func known(_ tag: String) throws -> KnownLanguage {
    let tag = PageLanguage.normal(tag)
    guard let found = texts.all.first(where: { $0.tag == tag }) else { throw Self.unknown }
    return found
  }

  /// Takes over what operators wrote, and where they show advertisements, here or through another process.
  /// - Throws: ``StorageError``.
  public func readTexts() async throws {
    let (found, isOn) = try await storage.read {
      (try await LanguageStore.read(in: $0), try await AdvertisementStore.switches(in: $0))
    }
    texts.take(found.texts, asOf: found.change)
    switches.take(isOn, asOf: found.change)
  }

  /// Takes it over where something has changed since the last time.
  /// - Throws: ``StorageError``.
  public func followTexts() async throws {
    let change = try await storage.read { try await LanguageStore.change(in: $0) }
    if change != texts.change { try await readTexts() }
  }
}
