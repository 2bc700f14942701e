public import FieldhouseKit

/// One setting of a plugin, as a form shows it.
public struct PluginSetting: Sendable, Hashable {
  /// Where a value comes from.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// The manifest, which counts before all else.
    case manifest
    /// The console.
    case console
    /// The schema of the settings.
    case fallback = "default"
    /// Nowhere: there is no value.
    case unset
  }

  /// Where it is in the settings.
  public let pointer: JSONPointer
  /// What people read on the way to it: the title, or else the name, of each object that it is in, and its own.
  public let titles: [String]
  /// What it may be; of a setting that the plugin does not have any more, everything.
  public let schema: Schema
  /// Whether the plugin cannot do without.
  public let isRequired: Bool
  /// Whether nobody is shown the value.
  public let isSecret: Bool
  /// Whether the plugin's version of now has it.
  public let isKnown: Bool
  /// Where the value comes from.
  public let source: Source
  /// The value that counts; nil where there is none. A secret is not told, but a reference to one is.
  public let value: JSON?
  /// What it is when nobody sets it; nil for nothing.
  public let fallback: JSON?
}

/// All settings of a plugin with what they are and who said so.
public struct SettingsSheet: Sendable {
  /// In the order of the schema; those that the plugin does not have any more come last.
  public let settings: [PluginSetting]

  /// - Parameters:
  ///   - manifest: as it is written.
  ///   - part: what operators decided apart from it.
  public init(_ manifest: Manifest, _ part: OperatorPart) {
    let form = SettingsForm(manifest: manifest, part: part)
    let known = form.settings(under: manifest.settingsSchema?.json ?? .null, at: .root, titles: [], fallback: nil)
    let names = Set(known.map(\.pointer))
    settings = known + part.values.map(\.pointer).filter { !names.contains($0) }.map(form.forgotten)
  }

  /// The setting at a place of the settings.
  public func setting(_ pointer: JSONPointer) -> PluginSetting? { settings.first { $0.pointer == pointer } }

  /// The settings in the object at a place.
  public func settings(in pointer: JSONPointer) -> [PluginSetting] {
    settings.filter { $0.pointer.tokens.starts(with: pointer.tokens) && $0.pointer != pointer }
  }
}

private struct SettingsForm {
  let manifest: Manifest
  let part: OperatorPart

  /// An object whose members are known is gone into; everything else is one setting.
  func settings(under schema: JSON, at place: JSONPointer, titles: [String], fallback: JSON?) -> [PluginSetting] {
    let required = schema["required"]?.array ?? []
    return (schema["properties"]?.object ?? [:]).flatMap { name, inner -> [PluginSetting] in
      let pointer = place.appending(name)
      let titles = titles + [inner["title"]?.string ?? name]
      let fallback = inner["default"] ?? fallback?[name]
      let isSecret = inner["x-secret"]?.bool == true
      if !isSecret, inner["properties"]?.object?.isEmpty == false {
        return settings(under: inner, at: pointer, titles: titles, fallback: fallback)
      }
      let isRequired = required.contains(.string(name))
      return [setting(pointer, titles, inner, isRequired: isRequired, isSecret: isSecret, fallback)]
    }
  }

  private func setting(
    _ pointer: JSONPointer, _ titles: [String], _ schema: JSON, isRequired: Bool, isSecret: Bool, _ fallback: JSON?
  ) -> PluginSetting {
    let (value, source) = found(pointer, fallback)
    // A list or a table of secrets is told as little as one; of a single one a reference is.
    let isTold = isSecret ? value?.object != nil : !schema.marksSecret
    return PluginSetting(
      pointer: pointer, titles: titles, schema: Schema(schema), isRequired: isRequired,
      isSecret: isSecret || schema.marksSecret, isKnown: true, source: source, value: isTold ? value : nil,
      fallback: fallback)
  }

  private func found(_ pointer: JSONPointer, _ fallback: JSON?) -> (JSON?, PluginSetting.Source) {
    if manifest.sets(pointer) { return (manifest.settings[pointer: pointer], .manifest) }
    if let value = part.settings[pointer.description] { return (value, .console) }
    return (fallback, fallback == nil ? .unset : .fallback)
  }

  /// What was set of a version before. Whether it was a secret is not known any more, so it is not told.
  func forgotten(_ pointer: JSONPointer) -> PluginSetting {
    PluginSetting(
      pointer: pointer, titles: pointer.tokens, schema: .any, isRequired: false, isSecret: true, isKnown: false,
      source: .console, value: nil, fallback: nil)
  }
}
