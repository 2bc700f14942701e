public import FieldhouseKit

/// The published JSON Schema of manifests.
public enum ManifestSchema {
  /// The file `manifests/plugin.schema.json`, which the build takes in.
  static var text: String { String(decoding: PackageResources.plugin_schema_json, as: UTF8.self) }

  /// The schema as JSON.
  public static let json: JSON = {
    do {
      return try JSON(parsing: PackageResources.plugin_schema_json)
    } catch {
      preconditionFailure("The manifest schema is no JSON: \(error)")
    }
  }()

  /// The schema, ready for use.
  static let compiled: CompiledSchema = {
    do {
      return try CompiledSchema(Schema(json))
    } catch {
      preconditionFailure("The manifest schema cannot be compiled: \(error)")
    }
  }()

  /// The part of the schema that describes the value at a pointer of a manifest; nil where it has none.
  static func part(at pointer: JSONPointer) -> JSON? {
    var part = resolved(json)
    for token in pointer.tokens {
      guard let next = part?.child(token) else { return nil }
      part = resolved(next)
    }
    return part
  }

  /// Follows a reference; what stands beside it counts first.
  static func resolved(_ part: JSON) -> JSON? {
    guard let reference = part["$ref"]?.string else { return part }
    guard let pointer = try? JSONPointer(parsing: String(reference.dropFirst())) else { return nil }
    guard var members = json[pointer: pointer]?.object, let beside = part.object else { return nil }
    for (key, value) in beside where key != "$ref" { members[key] = value }
    return .object(members)
  }
}

extension JSON {
  /// The subschema of a member or an item.
  fileprivate func child(_ token: String) -> JSON? {
    if let property = self["properties"]?[token] { return property }
    if let items = self["items"], items.object != nil { return items }
    guard let additional = self["additionalProperties"], additional.object != nil else { return nil }
    return additional
  }
}
