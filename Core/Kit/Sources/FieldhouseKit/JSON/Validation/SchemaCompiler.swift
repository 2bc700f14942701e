/// Turns a schema document into a list of nodes, the schema itself first, without recursion.
struct SchemaCompiler {
  /// Where a schema stands: in the schema that is compiled, or in the document it is a part of.
  struct Place: Hashable {
    let isInRoot: Bool
    let pointer: JSONPointer

    func appending(_ token: String) -> Place { Place(isInRoot: isInRoot, pointer: pointer.appending(token)) }
  }

  private let root: JSON?
  private let schema: JSON
  private var positions: [Place: Int] = [:]
  private var waiting: [(json: JSON, place: Place)] = []

  init(schema: JSON, root: JSON?) {
    self.schema = schema
    self.root = root
  }

  mutating func compile() throws(SchemaError) -> [SchemaNode] {
    _ = position(of: schema, at: Place(isInRoot: false, pointer: .root))
    var nodes: [SchemaNode] = []
    while nodes.count < waiting.count {
      let (json, place) = waiting[nodes.count]
      nodes.append(try node(json, place))
    }
    try checkReferences(nodes)
    return nodes
  }

  /// The position of the schema at that place, which is compiled in its turn.
  mutating func position(of json: JSON, at place: Place) -> Int {
    if let known = positions[place] { return known }
    positions[place] = waiting.count
    waiting.append((json, place))
    return waiting.count - 1
  }

  private mutating func node(_ json: JSON, _ place: Place) throws(SchemaError) -> SchemaNode {
    switch json {
    case .bool(let verdict): return SchemaNode(verdict: verdict)
    case .object(let keywords):
      var reader = SchemaKeywordReader(keywords: keywords, place: place)
      var node = SchemaNode()
      for (keyword, value) in keywords { try reader.read(keyword, value, into: &node, &self) }
      return node
    default:
      throw SchemaError(
        code: "schema-keyword-value", pointer: place.pointer,
        message: "Found \(json.article); a schema is an object, true or false.")
    }
  }

  /// The schema to which a local reference leads.
  mutating func target(of reference: String, from place: Place) throws(SchemaError) -> Int {
    let document = root ?? schema
    guard reference.hasPrefix("#"), let fragment = reference.dropFirst().removingPercentEscapes,
      let pointer = try? JSONPointer(parsing: fragment), let json = document[pointer: pointer]
    else {
      throw SchemaError(
        code: "schema-reference", pointer: place.pointer.appending("$ref"),
        message: "The reference `\(reference)` leads nowhere; it must be `#` or a pointer such as `#/$defs/name`.")
    }
    return position(of: json, at: Place(isInRoot: root != nil, pointer: pointer))
  }

  /// Refuses schemas that refer to themselves for the same value, and chains too long to follow.
  private func checkReferences(_ nodes: [SchemaNode]) throws(SchemaError) {
    var incoming = [Int](repeating: 0, count: nodes.count)
    for node in nodes { for edge in node.parts.edges { incoming[edge] += 1 } }
    var depth = [Int](repeating: 0, count: nodes.count)
    var ready = nodes.indices.filter { incoming[$0] == 0 }
    while let next = ready.popLast() {
      for edge in nodes[next].parts.edges {
        depth[edge] = max(depth[edge], depth[next] + 1)
        incoming[edge] -= 1
        if incoming[edge] == 0 { ready.append(edge) }
      }
    }
    if let looping = incoming.firstIndex(where: { $0 > 0 }) {
      throw SchemaError(
        code: "schema-reference-cycle", pointer: waiting[looping].place.pointer,
        message: "The schema refers back to itself for the same value; break the circle.")
    }
    if let deep = depth.firstIndex(where: { $0 > Self.longestChain }) {
      throw SchemaError(
        code: "schema-too-deep", pointer: waiting[deep].place.pointer,
        message: "More than \(Self.longestChain) schemas apply to one value through each other.")
    }
  }

  private static let longestChain = 64
}

extension Substring {
  /// Nil when a percent sign is not followed by two hexadecimal digits or the result is not UTF-8.
  var removingPercentEscapes: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else { bytes.append(byte); continue }
      guard let high = rest.popFirst().flatMap(JSONText.hexValue), let low = rest.popFirst().flatMap(JSONText.hexValue)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
