/// A rule function as a manifest declares it.
///
///     {"name": "points", "symbol": "fieldhouse_points", "parameters": ["int64", "int64[]"], "result": "int64",
///      "selfTests": [{"arguments": [2, [1, 2, 3]], "expected": 5}]}
public struct RuleDeclaration: Hashable, Sendable {
  /// The name plugins and messages use.
  public let name: String
  /// The exported C function.
  public let symbol: String
  /// The types, from which the C prototype follows.
  public let signature: RuleSignature
  /// Calls with known results; at least one is mandatory, because C cannot be asked for its types.
  public let selfTests: [RuleSelfTest]

  /// A declaration.
  public init(name: String, symbol: String, signature: RuleSignature, selfTests: [RuleSelfTest]) {
    self.name = name
    self.symbol = symbol
    self.signature = signature
    self.selfTests = selfTests
  }

  /// The C prototype the function must have.
  public var cPrototype: String { signature.cPrototype(symbol: symbol) }
}

extension RuleDeclaration: Codable {
  private enum Key: String, CodingKey {
    case name, symbol, selfTests
  }

  /// Decodes the flat form of the manifest; absent self-tests are none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try container.decode(String.self, forKey: .name)
    symbol = try container.decode(String.self, forKey: .symbol)
    signature = try RuleSignature(from: decoder)
    selfTests = try container.decodeIfPresent([RuleSelfTest].self, forKey: .selfTests) ?? []
  }

  /// Encodes the flat form of the manifest.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(symbol, forKey: .symbol)
    try signature.encode(to: encoder)
    try container.encode(selfTests, forKey: .selfTests)
  }
}
