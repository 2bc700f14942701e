import FieldhouseKernel
import FieldhouseKit

extension CheckReport {
  struct PluginRow {
    let id: String
    let version: String
    let state: String
    /// The questions that others may ask it, each with who may have the answer; none unless it can serve.
    var questions: [String] = []
    /// The questions that it asks others, each with who may have the answer or why there is none.
    var asks: [String] = []
    /// What the host that runs finds wrong with it; nil for nothing, or where none runs.
    var trouble: String?
  }

  /// One row a plugin.
  var rows: [PluginRow] {
    plugins.map(ready)
      + dropped.map {
        PluginRow(
          id: $0.id ?? $0.file, version: $0.state == .quarantined ? $0.version ?? "-" : "-",
          state: $0.state == .quarantined
            ? "quarantined" : "left out: \($0.codes.map(\.rawValue).joined(separator: ", "))")
      } + resting.map { PluginRow(id: $0.id ?? $0.file, version: $0.version ?? "-", state: "disabled") }
  }

  private func ready(_ plugin: CheckedPlugin) -> PluginRow {
    PluginRow(
      id: plugin.id, version: plugin.manifest.version.description, state: "ready",
      questions: plugin.manifest.contributions.questions.map { "\($0.name) (\($0.access.rawValue))" },
      asks: questions.filter { $0.asker == plugin.id }.map(\.asked))
  }

  /// The plugins that need another one, near or far.
  func dependents(of id: String) -> [String] {
    var found: Set<String> = [id]
    for plugin in plugins where !found.isDisjoint(with: plugin.manifest.dependencies.keys) { found.insert(plugin.id) }
    return found.subtracting([id]).sorted()
  }

  func file(of id: String) -> String? {
    plugins.first { $0.id == id }?.file ?? dropped.first { $0.id == id }?.file
  }

  /// What a plugin is, brings and lacks.
  func document(of id: String) -> JSON? {
    guard let row = rows.first(where: { $0.id == id }) else { return nil }
    var document: JSONObject = [
      "id": .string(id), "state": .string(row.state),
      "problems": .array(problems.filter { $0.file == file(of: id) }.map { .string($0.message) }),
    ]
    if let plugin = plugins.first(where: { $0.id == id }) {
      let brings = plugin.manifest.contributions
      document["name"] = .string(plugin.manifest.name)
      document["version"] = .string(row.version)
      document["library"] = .string(plugin.library)
      document["routes"] = .array(brings.routes.map { .string($0.description) })
      document["boards"] = .array(brings.boards.map { .string($0.id) })
      document["topics"] = .array(brings.topics.map { .string($0.name) })
      document["events"] = .array(brings.events.map { .string($0.name) })
      document["questions"] = .array(row.questions.map(JSON.string))
      document["asks"] = .array(questions.filter { $0.asker == id }.map { .string($0.description) })
      document["askedBy"] = .array(
        questions.filter { $0.question.hasPrefix(id + ".") && $0.state == .offered }.map { .string($0.description) })
    }
    return .object(document)
  }
}

extension CheckReport.PluginRow {
  /// For programs.
  var json: JSON {
    [
      "id": .string(id), "version": .string(version), "state": .string(state),
      "trouble": trouble.map(JSON.string) ?? .null, "questions": .array(questions.map(JSON.string)),
      "asks": .array(asks.map(JSON.string)),
    ]
  }

  /// For people: one line, and one more for what it tells, for what it asks and for what is wrong with it.
  var text: String {
    let further = [("answers", questions), ("asks", asks), ("trouble", trouble.map { [$0] } ?? [])].filter {
      !$0.1.isEmpty
    }
    return (["\(id)  \(version)  \(state)"] + further.map { "  \($0): \($1.joined(separator: ", "))" }).joined(
      separator: "\n")
  }
}

extension JSON {
  /// An object as lines for people.
  var listing: String {
    (object ?? [:]).map { key, value in
      let text =
        value.array?.map { "\n  " + ($0.string ?? $0.serialized()) }.joined() ?? value.string ?? value.serialized()
      return "\(key): \(text)"
    }.joined(separator: "\n")
  }
}
