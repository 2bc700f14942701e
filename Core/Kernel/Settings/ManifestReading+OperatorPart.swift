internal import FieldhouseKit

extension ManifestReading {
  /// The manifest as it counts with what an operator decided apart from it. One that is not well-formed stays as it is.
  func with(_ part: OperatorPart?) -> ManifestReading {
    guard let part, !part.isEmpty, let manifest, var source, var members = source.json.object else { return self }
    if let enabled = part.enabled { members["enabled"] = .bool(enabled) }
    let grants = manifest.grants(with: part)
    members["grants"] = ["http": .array(grants.http.map(JSON.string)), "media": .bool(grants.media)]
    members["settings"] = manifest.settings(with: part)
    source.overlaid = .object(members)
    source.sealed = Set(
      part.values.map(\.pointer).filter { part.secrets.contains($0.description) && !manifest.sets($0) })
    do {
      let decoded = try JSONValueDecoder().decode(Manifest.self, from: source.json)
      return ManifestReading(file: file, source: source, manifest: decoded, problems: problems)
    } catch {
      return ManifestReading(
        file: file, source: source, manifest: nil, problems: problems + [.undecodable(source, error)])
    }
  }
}
