extension JSON: Codable {
  /// Reads whatever value stands there; whole numbers become `integer`.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONTreeDecoder { self = decoder.value; return }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode(JSONObject.self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONObject: Codable {
  /// Reads every member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONCodingKey.self)
    self.init(try container.allKeys.map { ($0.stringValue, try container.decode(JSON.self, forKey: $0)) })
  }

  /// Writes every member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONCodingKey.self)
    for (key, value) in self { try container.encode(value, forKey: .name(key)) }
  }
}
