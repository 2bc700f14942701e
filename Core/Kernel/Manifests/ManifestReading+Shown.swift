public import FieldhouseKit

extension ManifestReading {
  /// The manifest as JSON with every secret that is written in it replaced by `"…"`; nil when it is not JSON.
  public var shown: JSON? {
    guard let source, var members = source.json.object else { return source?.json }
    guard let settings = members["settings"] else { return source.json }
    members["settings"] = Self.redacted(settings, members["settingsSchema"] ?? .object([:]))
    return .object(members)
  }

  /// References to secrets are no secrets and stay.
  private static func redacted(_ value: JSON, _ schema: JSON) -> JSON {
    if schema["x-secret"]?.bool == true { return value.object == nil ? "…" : value }
    if let items = value.array, let part = schema["items"] { return .array(items.map { redacted($0, part) }) }
    guard let members = value.object, schema["properties"] ?? schema["additionalProperties"] != nil else {
      return schema.marksSecret ? "…" : value
    }
    let rest = schema["additionalProperties"] ?? .object([:])
    return .object(
      JSONObject(members.map { ($0.key, redacted($0.value, schema["properties"]?[$0.key] ?? rest)) }))
  }
}
