import FieldhouseKernel
import FieldhouseKit

/// What an operator wants to be otherwise, held against the plugin's manifest.
struct PluginChange {
  /// As it is written.
  let manifest: Manifest
  let before: OperatorPart
  private(set) var after: OperatorPart
  /// The settings that are to change.
  private(set) var settings: Set<JSONPointer> = []
  /// What keeps it from being tried at all.
  private(set) var mistakes: [Problem.Field] = []

  init(_ input: PluginChangeInput, of manifest: Manifest, before: OperatorPart) {
    (self.manifest, self.before, after) = (manifest, before, before)
    if let isEnabled = input.isEnabled { after.enabled = isEnabled == manifest.enabled ? nil : isEnabled }
    let sheet = SettingsSheet(manifest, before)
    for (name, value) in input.settings?.object ?? [:] { set([name], value, sheet) }
    if let grants = input.grants { set(grants) }
  }

  /// Whether the plugin is to run.
  var isEnabled: Bool { after.enabled ?? manifest.enabled }
  /// Whether it is to run and was not.
  var enables: Bool { isEnabled && !(before.enabled ?? manifest.enabled) }

  private mutating func set(_ place: JSONPointer, _ value: JSON, _ sheet: SettingsSheet) {
    if let setting = sheet.setting(place) { return set(setting, value) }
    let inner = sheet.settings(in: place)
    guard !inner.isEmpty else { return mistake(place, "setting-unknown", unknown(place, sheet)) }
    if value.isNull { return inner.filter { $0.source == .console }.forEach { set($0, .null) } }
    guard let members = value.object else {
      return mistake(place, "type", "This is a group of settings. Give an object with those to change.")
    }
    for (name, value) in members { set(place.appending(name), value, sheet) }
  }

  private mutating func set(_ setting: PluginSetting, _ value: JSON) {
    let key = setting.pointer.description
    settings.insert(setting.pointer)
    if value.isNull {
      after.settings[key] = nil
      after.secrets.remove(key)
    } else if setting.source == .manifest {
      mistake(setting.pointer, "setting-fixed", "The manifest says what this is. Change it there.")
    } else if !setting.isKnown {
      mistake(setting.pointer, "setting-unknown", "The plugin does not have this setting any more. Take it back.")
    } else {
      after.settings[key] = value
      // A reference to a secret may be seen.
      let isReference = value.object != nil && setting.schema.json["x-secret"]?.bool == true
      if setting.isSecret, !isReference { after.secrets.insert(key) } else { after.secrets.remove(key) }
    }
  }

  private func unknown(_ place: JSONPointer, _ sheet: SettingsSheet) -> String {
    let near = closestMatch(to: place.description, in: sheet.settings.map(\.pointer.description))
    return "The plugin has no such setting.\(near.map { " Did you mean \($0)?" } ?? "")"
  }

  private mutating func set(_ grants: PluginChangeInput.Grants) {
    after.grants = HostPermissions(http: grants.http, media: grants.media)
    for (index, host) in grants.http.enumerated() where !manifest.permissions.http.contains(host) {
      mistakes.append(
        Problem.Field(
          pointer: "/grants/http/\(index)", code: "grant-not-requested",
          detail: "The plugin does not ask for HTTP to \(host)."))
    }
    if grants.media, !manifest.permissions.media {
      mistakes.append(
        Problem.Field(
          pointer: "/grants/media", code: "grant-not-requested", detail: "The plugin does not ask for media."))
    }
  }

  private mutating func mistake(_ place: JSONPointer, _ code: String, _ detail: String) {
    mistakes.append(Problem.Field(pointer: "/settings\(place)", code: code, detail: detail))
  }

  /// What the audit trail says: what became of what, without secrets.
  var detail: String {
    var parts = settings.map { pointer in
      let key = pointer.description
      let value = after.secrets.contains(key) ? "(secret)" : after.settings[key]?.serialized() ?? "(default)"
      return "\(key) \(value)"
    }.sorted()
    if after.grants != before.grants { parts.append("grants \(after.grants.list)") }
    if after.enabled != before.enabled { parts.append(isEnabled ? "enabled" : "disabled") }
    return parts.joined(separator: "; ")
  }

  /// What the audit trail calls it.
  var action: String {
    let wasEnabled = before.enabled ?? manifest.enabled
    if isEnabled != wasEnabled { return isEnabled ? "plugin.enabled" : "plugin.disabled" }
    return "plugin.changed"
  }
}

extension HostPermissions {
  fileprivate var list: String {
    let all = http + (media ? ["media"] : [])
    return all.isEmpty ? "none" : all.joined(separator: " ")
  }
}
