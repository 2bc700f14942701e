internal import FieldhouseKit

/// Every question a plugin asks is offered by the plugin it is asked of, in a version that it works with. What it cannot
/// do without comes from a plugin it depends on.
struct AskCheck {
  let context: CheckContext
  private let graph: DependencyGraph

  init(context: CheckContext) {
    self.context = context
    graph = DependencyGraph(
      Dictionary(
        context.enabled.map { ($0.id, Set($0.manifest.contributions.asks.map(\.plugin))) },
        uniquingKeysWith: { $0.union($1) }))
  }

  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    draft.manifest.contributions.asks.enumerated().flatMap { index, ask in
      let place: JSONPointer = ["contributions", "asks", "\(index)"]
      return problem(draft, ask, place).map { [$0] } ?? AskedSchemaCheck(context: context).problems(draft, ask, place)
    } + cycle(draft)
  }

  private func problem(_ draft: PluginDraft, _ ask: AskDeclaration, _ place: JSONPointer) -> ManifestProblem? {
    if !ask.isOptional, draft.manifest.dependencies[ask.plugin] == nil { return dependency(draft, ask, place) }
    // What is not there, or switched off, is absent where it is optional; otherwise the dependency says so.
    guard let asked = context.draft(ask.plugin), asked.manifest.enabled else { return nil }
    guard asked.manifest.contributions.question(ask.name) != nil else { return unknown(draft, ask, asked, place) }
    guard let range = ask.version, !range.contains(asked.manifest.version) else { return nil }
    return draft.source.problem(
      .askVersion, at: place.appending("version"), severity: ask.isOptional ? .warning : .error,
      "The plugin works with the answers of \"\(asked.id)\" \(range), installed is \(asked.manifest.version).",
      found: "\"\(asked.id)\" \(asked.manifest.version)", expected: "a version in \(range)",
      remedy: "Install another version of \"\(asked.id)\" or of this plugin.")
  }

  private func dependency(_ draft: PluginDraft, _ ask: AskDeclaration, _ place: JSONPointer) -> ManifestProblem {
    draft.source.problem(
      .askWithoutDependency, at: place,
      "The question \"\(ask.question)\" is not optional, and \"\(ask.plugin)\" is no dependency.",
      found: "no dependency on \"\(ask.plugin)\"", expected: "\"\(ask.plugin)\" in \"dependencies\"",
      remedy: "Add it to \"dependencies\", or write \"optional\": true and bear that there is no answer.")
  }

  private func unknown(
    _ draft: PluginDraft, _ ask: AskDeclaration, _ asked: PluginDraft, _ place: JSONPointer
  ) -> ManifestProblem {
    let known = asked.manifest.contributions.questions.map { "\(asked.id).\($0.name)" }
    return draft.source.problem(
      .askUnknown, at: place.appending("question"), severity: ask.isOptional ? .warning : .error,
      "The plugin \"\(asked.id)\" does not answer \"\(ask.question)\".", found: "\"\(ask.question)\"",
      expected: known.isEmpty ? "no question to it" : "one of \(known.joined(separator: ", "))",
      remedy: closestMatch(to: ask.question, in: known).map { "Did you mean \"\($0)\"?" }
        ?? "Install a version of \"\(asked.id)\" that answers it.")
  }

  private func cycle(_ draft: PluginDraft) -> [ManifestProblem] {
    guard let path = graph.cycle(through: draft.id) else { return [] }
    let text = path.joined(separator: " → ")
    return [
      draft.source.problem(
        .askCycle, at: ["contributions", "asks"], severity: .warning, "The plugin asks itself in the end: \(text).",
        found: text, expected: "questions without a circle",
        remedy: "Answer without asking back: what goes around more than a few times is not answered.")
    ]
  }
}
