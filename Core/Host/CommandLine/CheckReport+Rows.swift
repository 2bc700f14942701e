import FieldhouseKernel
import FieldhouseKit

extension CheckReport {
  struct PluginRow {
    let id: String
    let version: String
    let state: String
  }

  /// One row a plugin.
  var rows: [PluginRow] {
    plugins.map { PluginRow(id: $0.id, version: $0.manifest.version.description, state: "ready") }
      + dropped.map {
        PluginRow(
          id: $0.id ?? $0.file, version: $0.state == .quarantined ? $0.version ?? "-" : "-",
          state: $0.state == .quarantined
            ? "quarantined" : "left out: \($0.codes.map(\.rawValue).joined(separator: ", "))")
      } + disabled.map { PluginRow(id: $0, version: "-", state: "disabled") }
  }

  /// The plugins that need another one, near or far.
  func dependents(of id: String) -> [String] {
    var found: Set<String> = [id]
    for plugin in plugins where !found.isDisjoint(with: plugin.manifest.dependencies.keys) { found.insert(plugin.id) }
    return found.subtracting([id]).sorted()
  }

  private func file(of id: String) -> String? {
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
      document["questions"] = .array(brings.questions.map { .string("\($0.name) (\($0.access.rawValue))") })
      document["asks"] = .array(questions.filter { $0.asker == id }.map { .string($0.description) })
      document["askedBy"] = .array(
        questions.filter { $0.question.hasPrefix(id + ".") && $0.state == .offered }.map { .string($0.description) })
    }
    return .object(document)
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
