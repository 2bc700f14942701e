internal import FieldhouseKit
internal import Foundation

/// The tables of texts are JSON objects of strings; every language has what English has.
struct TextCheck {
  private static let shown = 5

  func check(_ draft: PluginDraft, _ files: PluginFiles) -> (texts: [String: [String: String]], [ManifestProblem]) {
    var texts: [String: [String: String]] = [:]
    var problems: [ManifestProblem] = []
    for language in draft.manifest.contributions.texts.keys.sorted() {
      let pointer = JSONPointer(["contributions", "texts", language])
      guard let path = files.paths[pointer] else { continue }
      switch Self.table(path) {
      case .success(let table): texts[language] = table
      case .failure(let fault): problems.append(invalid(draft, pointer, path, fault.text))
      }
    }
    return (texts, problems + differences(draft, texts) + titles(draft, texts))
  }

  private struct Fault: Error {
    let text: String
  }

  private static func table(_ path: String) -> Result<[String: String], Fault> {
    do {
      let json = try JSON(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
      guard let members = json.object else { return .failure(Fault(text: "it is no object")) }
      var table: [String: String] = [:]
      for (key, value) in members {
        guard let text = value.string else { return .failure(Fault(text: "\"\(key)\" is no text")) }
        table[key] = text
      }
      return .success(table)
    } catch {
      return .failure(Fault(text: "\(error)"))
    }
  }

  private func invalid(_ draft: PluginDraft, _ pointer: JSONPointer, _ path: String, _ fault: String) -> ManifestProblem
  {
    draft.source.problem(
      .textTableInvalid, at: pointer, "The table of texts \(draft.source.found(pointer)) is not usable: \(fault).",
      found: path, expected: "a JSON object of texts", remedy: "Mend the table.")
  }

  private func differences(_ draft: PluginDraft, _ texts: [String: [String: String]]) -> [ManifestProblem] {
    guard let english = texts["en"] else { return [] }
    return texts.keys.sorted().flatMap { language -> [ManifestProblem] in
      let table = texts[language, default: [:]]
      let missing = english.keys.filter { table[$0] == nil }.sorted()
      let unknown = table.keys.filter { english[$0] == nil }.sorted()
      let unlike = table.filter { key, text in
        english[key].map { Self.placeholders(of: $0) != Self.placeholders(of: text) } == true
      }.keys.sorted()
      return [
        warning(
          draft, .textMissing, language, missing, "English has texts that \"\(language)\" lacks",
          "every text that English has", "Translate them."),
        warning(
          draft, .textUnknown, language, unknown, "The language \"\(language)\" has texts that English lacks",
          "no other texts than English has", "Remove them, or add them to English."),
        warning(
          draft, .textPlaceholders, language, unlike,
          "The language \"\(language)\" has texts with other places to fill in than English",
          "the {names} of the English texts", "Write the same names in braces."),
      ].compactMap(\.self)
    }
  }

  /// The names in braces.
  private static func placeholders(of text: String) -> Set<Substring> {
    // Most texts have none, and a regular expression takes its time to say so.
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    return Set(text.matches(of: /\{(\w+)\}/).map(\.output.1))
  }

  private func warning(
    _ draft: PluginDraft, _ code: ProblemCode, _ language: String, _ keys: [String], _ fact: String, _ expected: String,
    _ remedy: String
  ) -> ManifestProblem? {
    guard !keys.isEmpty else { return nil }
    let names = keys.prefix(Self.shown).joined(separator: ", ") + (keys.count > Self.shown ? ", …" : "")
    return draft.source.problem(
      code, at: ["contributions", "texts", language], severity: .warning,
      "\(fact).", found: names, expected: expected,
      remedy: remedy)
  }

  private func titles(_ draft: PluginDraft, _ texts: [String: [String: String]]) -> [ManifestProblem] {
    let english = texts["en", default: [:]]
    if draft.manifest.contributions.texts["en"] != nil, texts["en"] == nil { return [] }
    return draft.manifest.titleKeys.filter { english[$0.1] == nil }.map { pointer, key in
      draft.source.problem(
        .textKeyUnknown, at: pointer, severity: .warning, "English has no text \"\(key)\".", found: "\"\(key)\"",
        expected: "a key of the English table",
        remedy: closestMatch(to: key, in: english.keys.sorted()).map { "Did you mean \"\($0)\"?" } ?? "Add it.")
    }
  }
}

extension Manifest {
  /// The keys of texts that the manifest names, with their pointers.
  var titleKeys: [(JSONPointer, String)] {
    let notifications = contributions.notifications.enumerated().map { index, notification in
      (JSONPointer(["contributions", "notifications"]).appending(index).appending("title"), notification.title)
    }
    let pages = contributions.pages.enumerated().map { index, page in
      (JSONPointer(["contributions", "pages"]).appending(index).appending("title"), page.title)
    }
    let tours = contributions.pages.enumerated().compactMap { index, page in
      page.tour.map { (JSONPointer(["contributions", "pages"]).appending(index).appending("tour"), $0) }
    }
    let questions = contributions.questions.enumerated().map { index, question in
      (JSONPointer(["contributions", "questions"]).appending(index).appending("title"), question.title)
    }
    let purposes = contributions.asks.enumerated().compactMap { index, ask in
      ask.purpose.map { (JSONPointer(["contributions", "asks"]).appending(index).appending("purpose"), $0) }
    }
    return notifications + pages + tours + questions + purposes
  }
}
