import FieldhouseAccounts
import FieldhouseKernel
import FieldhouseKit

/// What operators decided about plugins apart from their manifests.
struct OperatorParts: Sendable, Hashable {
  /// What the subjects of its records begin with.
  private static let prefix = "plugin/"

  /// By plugin.
  var parts: [String: OperatorPart] = [:]
  /// How often each was changed.
  private(set) var versions: [String: Int] = [:]
  /// The number of the last change of any of them.
  private(set) var change = 0

  /// Nothing was decided.
  init() {}

  /// - Throws: `DecodingError` for a record that no host has written.
  init(_ state: OperatorRecords.State) throws {
    change = state.change
    for (subject, record) in state.records where subject.hasPrefix(Self.prefix) {
      let id = String(subject.dropFirst(Self.prefix.count))
      parts[id] = try OperatorPart(record)
      versions[id] = record.version
    }
  }

  /// What was decided about a plugin.
  func part(of id: String) -> OperatorPart { parts[id] ?? OperatorPart() }

  /// How often what was decided about a plugin has changed; 0 where nothing was.
  func version(of id: String) -> Int { versions[id] ?? 0 }

  /// A change to be written.
  /// - Parameter detail: what the audit trail says of it; no secret.
  static func decision(
    _ part: OperatorPart, about id: String, action: String, by actor: String, detail: String
  ) throws -> OperatorRecords.Decision {
    let open = StoredPart(part)
    let secrets = part.settings.filter { part.secrets.contains($0.key) }
    return OperatorRecords.Decision(
      subject: prefix + id, text: try JSON(encoding: open).serialized(),
      secrets: secrets.isEmpty ? nil : try JSON(encoding: secrets).serialized(), action: action, actor: actor,
      detail: detail)
  }
}

/// What of a part may be read in the database.
private struct StoredPart: Codable {
  var enabled: Bool?
  var settings: [String: JSON]
  var secrets: [String]
  var grants: HostPermissions

  init(_ part: OperatorPart) {
    enabled = part.enabled
    settings = part.settings.filter { !part.secrets.contains($0.key) }
    secrets = part.secrets.sorted()
    grants = part.grants
  }
}

extension OperatorPart {
  /// What stands where a secret is that cannot be read any more: a reference of no kind, so that the checks say that the secret
  /// is not there.
  private static let lost: JSON = ["console": "set with another secret.key"]

  fileprivate init(_ record: OperatorRecords.Record) throws {
    let stored = try JSONValueDecoder().decode(StoredPart.self, from: try JSON(parsing: Array(record.text.utf8)))
    let opened = try record.secrets.map { try JSON(parsing: Array($0.utf8)) }
    self.init(
      enabled: stored.enabled, settings: stored.settings, secrets: Set(stored.secrets), grants: stored.grants)
    for pointer in stored.secrets { settings[pointer] = opened?[pointer] ?? Self.lost }
  }
}
