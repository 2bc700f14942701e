internal import FieldhouseKit

/// The settings fit the plugin's own schema.
struct SettingsCheck {
  let configuration: CheckerConfiguration

  func check(_ draft: PluginDraft) -> (settings: JSON, problems: [ManifestProblem]) {
    guard let schema = draft.manifest.settingsSchema else { return (.object([:]), withoutSchema(draft)) }
    var resolver = PluginSettingsReader(source: draft.source, environment: configuration.environment)
    let settings = resolver.resolve(draft.manifest.settings, schema.json)
    do throws(SchemaError) {
      let violations = try CompiledSchema(schema).validate(settings)
      let unknown = violations.filter { $0.code == "unknown-key" }.map(\.pointer)
      return (
        unknown.reduce(settings) { $0.removing($1.tokens[...]) },
        resolver.problems + unknown.map { ignored(draft, $0, schema.json) }
          + violations.compactMap { problem(draft, $0, resolver) }
      )
    } catch {
      return (settings, [unusable(draft, error)])
    }
  }

  private func withoutSchema(_ draft: PluginDraft) -> [ManifestProblem] {
    (draft.manifest.settings.object?.keys ?? []).map { ignored(draft, [$0], .null) }
  }

  /// What is set and the plugin has no setting for, such as one that an earlier version had. It is left out; the plugin
  /// runs. The value may be a secret of then, and is not repeated.
  private func ignored(_ draft: PluginDraft, _ place: JSONPointer, _ schema: JSON) -> ManifestProblem {
    let name = place.tokens.last ?? ""
    let names = place.tokens.dropLast().reduce(schema) { $0["properties"]?[$1] ?? .null }["properties"]?.object?.keys
    return draft.source.problem(
      .settingUnknown, at: JSONPointer(["settings"] + place.tokens), severity: .warning,
      "The plugin has no setting \"\(name)\"; what is set is not used.", found: "\"\(name)\"",
      expected: names.map { "one of \($0.joined(separator: ", "))" } ?? "no settings",
      remedy: closestMatch(to: name, in: names ?? []).map { "Did you mean \"\($0)\"?" }
        ?? "Remove it from \"settings\".")
  }

  /// A violation in words; nothing of a secret's value is repeated, and one already reported as missing is not
  /// reported again.
  private func problem(
    _ draft: PluginDraft, _ violation: SchemaViolation, _ resolver: PluginSettingsReader
  ) -> ManifestProblem? {
    if violation.code == "unknown-key" { return nil }
    let pointer = JSONPointer(["settings"] + violation.pointer.tokens)
    if let place = draft.manifest.pointerToDefault(of: violation.pointer) {
      return draft.source.problem(
        .schemaInvalid, at: place, "A default does not fit its own schema: \(violation.detail)",
        found: draft.source.found(place), expected: "a value that \"settingsSchema\" allows", remedy: "Mend the schema."
      )
    }
    if resolver.problems.contains(where: { $0.pointer == pointer && $0.severity == .error }) { return nil }
    let isSecret = resolver.secrets.contains {
      pointer.tokens.starts(with: $0.tokens) || $0.tokens.starts(with: pointer.tokens)
    }
    let detail =
      isSecret ? "A secret, or what holds one, does not fit the schema (\(violation.code))." : violation.detail
    return draft.source.problem(
      .settingInvalid, at: pointer, detail, found: isSecret ? "a secret" : draft.source.found(pointer),
      expected: "a value that \"settingsSchema\" allows",
      remedy: "Change it, or see fieldhouse plugins info \(draft.id).")
  }

  private func unusable(_ draft: PluginDraft, _ error: SchemaError) -> ManifestProblem {
    draft.source.unusableSchema(at: ["settingsSchema"], error)
  }
}

extension ManifestSource {
  /// A schema in the manifest that cannot be compiled.
  func unusableSchema(at pointer: JSONPointer, _ error: SchemaError) -> ManifestProblem {
    let place = JSONPointer(pointer.tokens + error.pointer.tokens)
    return problem(
      .schemaInvalid, at: place, error.message, found: found(place),
      expected: "a schema of the JSON Schema subset that the host understands", remedy: "Mend the schema.")
  }
}

extension Manifest {
  /// Where the default stands in the schema that is used for a setting, because the operator has set nothing there.
  fileprivate func pointerToDefault(of setting: JSONPointer) -> JSONPointer? {
    var (value, schema) = (settings as JSON?, settingsSchema?.json)
    var place = ["settingsSchema"]
    for (index, name) in setting.tokens.enumerated() {
      guard let part = schema?["properties"]?[name] else { return nil }
      place += ["properties", name]
      value = value?[name]
      if value == nil, part["default"] != nil {
        return JSONPointer(place + ["default"] + setting.tokens.dropFirst(index + 1))
      }
      schema = part
    }
    return nil
  }
}

extension JSON {
  /// The object without the member at a path of names.
  fileprivate func removing(_ path: ArraySlice<String>) -> JSON {
    guard let name = path.first, case .object(var members) = self else { return self }
    members[name] = path.count == 1 ? nil : members[name]?.removing(path.dropFirst())
    return .object(members)
  }
}
