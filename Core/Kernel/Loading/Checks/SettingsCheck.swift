internal import FieldhouseKit

/// The settings fit the plugin's own schema.
struct SettingsCheck {
  let configuration: CheckerConfiguration

  func check(_ draft: PluginDraft) -> (settings: JSON, problems: [ManifestProblem]) {
    guard let schema = draft.manifest.settingsSchema else {
      return (draft.manifest.settings, unexpected(draft))
    }
    var resolver = PluginSettingsReader(source: draft.source, environment: configuration.environment)
    let settings = resolver.resolve(draft.manifest.settings, schema.json)
    do throws(SchemaError) {
      let violations = try CompiledSchema(schema).validate(settings)
      return (settings, resolver.problems + violations.compactMap { problem(draft, $0, resolver) })
    } catch {
      return (settings, [unusable(draft, error)])
    }
  }

  private func unexpected(_ draft: PluginDraft) -> [ManifestProblem] {
    guard let key = draft.manifest.settings.object?.keys.first else { return [] }
    return [
      draft.source.problem(
        .settingInvalid, at: ["settings", key], "The plugin has no settings.", found: "\"\(key)\"",
        expected: "no settings", remedy: "Remove them.")
    ]
  }

  /// A violation in words; nothing of a secret's value is repeated, and one already reported as missing is not
  /// reported again.
  private func problem(
    _ draft: PluginDraft, _ violation: SchemaViolation, _ resolver: PluginSettingsReader
  ) -> ManifestProblem? {
    let pointer = JSONPointer(["settings"] + violation.pointer.tokens)
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
