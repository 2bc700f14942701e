/// The state of one derivation: the types under way, and the schemas of those that refer to themselves.
final class SchemaDerivation {
  private(set) var definitions: JSONObject = [:]
  private var underWay: [ObjectIdentifier] = []
  private var recursive: Set<ObjectIdentifier> = []
  private var path: [String] = []

  /// The types whose `schema` is being asked for, so that two that ask for each other's are noticed.
  @TaskLocal private static var describing: Set<ObjectIdentifier> = []

  /// The member that was being derived last, for an error's text.
  var place: String { path.isEmpty ? "" : "at `\(path.joined(separator: "."))`: " }

  func schema(of type: any Decodable.Type, usesDescription: Bool = true) throws -> Schema {
    try sample(type, usesDescription: usesDescription).schema
  }

  /// A value of the type and the schema of all its values.
  func sample<T: Decodable>(_ type: T.Type, usesDescription: Bool = true) throws -> (value: T?, schema: Schema) {
    if let container = type as? any SchemaContainer.Type {
      return (container.empty as? T, try container.schema(in: self))
    }
    if usesDescription, let described = type as? any Described.Type, !underWay.contains(ObjectIdentifier(type)) {
      return try describedSample(type, described)
    }
    if let known = KnownSchemas.sample(of: type) { return (known.value as? T, known.schema) }
    return try recordedSample(type)
  }

  private func describedSample<T: Decodable>(
    _ type: T.Type, _ described: any Described.Type
  ) throws -> (value: T?, schema: Schema) {
    let id = ObjectIdentifier(type)
    guard !Self.describing.contains(id) else { throw SchemaSampleMissing(type: type) }
    let describing = Self.describing.union([id])
    let whole = Self.$describing.withValue(describing) { described.schema }
    for (name, definition) in whole.json["$defs"]?.object ?? [:] { try define(name, definition) }
    let schema = whole.with("$defs", nil)
    if let sample = schema.json["examples"]?[0] ?? schema.json["enum"]?[0] {
      return (try JSONValueDecoder().decode(type, from: sample), schema)
    }
    let value = try Self.$describing.withValue(describing) { try SchemaDerivation().recordedSample(type).value }
    return (value, schema)
  }

  private func recordedSample<T: Decodable>(_ type: T.Type) throws -> (value: T?, schema: Schema) {
    let id = ObjectIdentifier(type)
    if underWay.contains(id) {
      recursive.insert(id)
      return (nil, .ref(Self.name(of: type)))
    }
    underWay.append(id)
    defer { underWay.removeLast() }
    let recorder = SchemaRecorder(derivation: self)
    let value = try T(from: recorder)
    let schema = recorder.record.schema
    guard recursive.contains(id) else { return (value, schema) }
    try define(Self.name(of: type), schema.json)
    return (value, .ref(Self.name(of: type)))
  }

  private func define(_ name: String, _ schema: JSON) throws {
    if let other = definitions[name], other != schema { throw SchemaNameTaken(name: name) }
    definitions[name] = schema
  }

  func inside<R>(_ member: String, _ body: () throws -> R) throws -> R {
    path.append(member)
    let result = try body()
    path.removeLast()
    return result
  }

  private static func name(of type: Any.Type) -> String {
    String(String(describing: type).map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}

/// A decoding that needs a value of a type which is still being derived.
struct SchemaSampleMissing: Error, CustomStringConvertible {
  let type: Any.Type
  var description: String { "no sample value of \(type) can be made; write its `schema` with an example." }
}

/// Two types of one name that both refer to themselves.
struct SchemaNameTaken: Error, CustomStringConvertible {
  let name: String
  var description: String { "two types are named \(name); rename one." }
}
