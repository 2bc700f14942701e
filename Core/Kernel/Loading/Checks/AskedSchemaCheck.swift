internal import FieldhouseKit

/// What a plugin says that it sends with a question is what the other one takes, and what it says that it understands is
/// whatever the other one answers. Where it says nothing, nothing is compared.
struct AskedSchemaCheck {
  let context: CheckContext

  func problems(_ draft: PluginDraft, _ ask: AskDeclaration, _ place: JSONPointer) -> [ManifestProblem] {
    guard let asked = context.draft(ask.plugin), asked.manifest.enabled,
      let offered = asked.manifest.contributions.question(ask.name),
      Self.isUsable([offered.input, offered.answer] + [ask.input, ask.answer].compactMap(\.self))
    else { return [] }
    let severity: ManifestProblem.Severity = ask.isOptional ? .warning : .error
    let sent = ask.input.map { SchemaContainment(inner: $0.json, outer: offered.input.json).differences() } ?? []
    let told = ask.answer.map { SchemaContainment(inner: offered.answer.json, outer: $0.json).differences() } ?? []
    return sent.map { difference in
      draft.source.problem(
        .askInput, at: JSONPointer(place.tokens + ["input"] + difference.inner.tokens), severity: severity,
        "What the plugin says that it sends with \"\(ask.question)\" may be what that does not take.",
        found: Self.text(difference.keyword, difference.found),
        expected: Self.text(difference.keyword, difference.expected), remedy: Self.remedy(difference, asked.id))
    }
      + told.map { difference in
        draft.source.problem(
          .askAnswer, at: JSONPointer(place.tokens + ["answer"] + difference.outer.tokens), severity: severity,
          "The answer to \"\(ask.question)\" may be what the plugin says that it does not understand.",
          found: Self.text(difference.keyword, difference.found) + Self.place(difference.inner),
          expected: Self.text(difference.keyword, difference.expected),
          remedy: "Understand more, or install a version of \"\(asked.id)\" that answers so.")
      }
  }

  /// Schemas that cannot be read are told of elsewhere.
  private static func isUsable(_ schemas: [Schema]) -> Bool {
    schemas.allSatisfy { (try? CompiledSchema($0)) != nil }
  }

  private static func text(_ keyword: String, _ value: JSON?) -> String {
    value.map { "\(keyword) \($0.excerpt)" } ?? "no \(keyword)"
  }

  private static func place(_ pointer: JSONPointer) -> String {
    pointer == .root ? " in the answer" : " at \(pointer) of the answer"
  }

  private static func remedy(_ difference: SchemaDifference, _ asked: String) -> String {
    difference.keyword == "additionalProperties" && difference.found == nil
      ? "Say that it sends no other members with \"additionalProperties\": false."
      : "Send less, or install a version of \"\(asked)\" that takes it."
  }
}
