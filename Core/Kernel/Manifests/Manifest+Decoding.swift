internal import FieldhouseKit

extension Manifest: Decodable {
  private enum Key: String, CodingKey {
    case id, area, name, description, version, kit, host, bundle, library, dependencies, permissions, contributions
    case advertisements, migrations, files, settingsSchema, enabled, settings, grants
  }

  /// Reads a manifest that the schema has accepted; what is left out takes its default.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    id = try values.decode(String.self, forKey: .id)
    area = try values.decodeIfPresent(String.self, forKey: .area) ?? id
    name = try values.decode(String.self, forKey: .name)
    description = try values.decodeIfPresent(String.self, forKey: .description) ?? ""
    version = try values.decode(SemanticVersion.self, forKey: .version)
    kit = try values.decode(VersionRange.self, forKey: .kit)
    host = try values.decodeIfPresent(VersionRange.self, forKey: .host) ?? VersionRange("*")
    bundle = try values.decodeIfPresent(String.self, forKey: .bundle)
    library = try values.decode(LibraryReference.self, forKey: .library)
    dependencies = try values.decodeIfPresent([String: VersionRange].self, forKey: .dependencies) ?? [:]
    permissions = try values.decodeIfPresent(HostPermissions.self, forKey: .permissions) ?? HostPermissions()
    contributions = try values.decodeIfPresent(Contributions.self, forKey: .contributions) ?? Contributions()
    acceptsAdvertisements = try values.decodeIfPresent(Bool.self, forKey: .advertisements) ?? true
    migrations = try values.list(.migrations)
    otherFiles = try values.list(.files)
    settingsSchema = try values.decodeIfPresent(JSON.self, forKey: .settingsSchema).map { Schema($0) }
    enabled = try values.decodeIfPresent(Bool.self, forKey: .enabled) ?? true
    settings = try values.decodeIfPresent(JSON.self, forKey: .settings) ?? .object([:])
    grants = try values.decodeIfPresent(HostPermissions.self, forKey: .grants) ?? HostPermissions()
  }
}
