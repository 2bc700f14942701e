public import FieldhouseKit

/// What a plugin answers to others.
public struct QuestionDeclaration: Sendable, Hashable, Decodable {
  /// Who may have the answer.
  public enum Askers: String, Sendable, Hashable, Codable {
    /// Every plugin that says that it asks.
    case everyone
    /// Those that ask for somebody who has the permission.
    case permission
    /// Those of which the person whom it is about has agreed that they ask.
    case consent
  }

  /// The name; other plugins know it as `<plugin id>.<name>`.
  public let name: String
  /// The key of what people read of it in the text tables: what is told, e.g. "Your steps, day by day".
  public let title: String
  /// The schema of what is asked.
  public let input: Schema
  /// The schema of what is answered.
  public let answer: Schema
  /// Who may have the answer.
  public let access: Askers
  /// The permission that is needed.
  public let permission: String?
  /// The member of the input that holds the id of what the permission is needed for; nil for the whole host.
  public let `in`: String?

  /// The names of the input's members that may hold such an id: texts that are always there.
  var parameters: [String] {
    let members = input.json["properties"]?.object ?? [:]
    return (input.json["required"]?.array ?? []).compactMap(\.string).filter { members[$0]?["type"] == "string" }
  }
}

/// What a plugin asks another one.
public struct AskDeclaration: Sendable, Hashable, Decodable {
  /// The full name of the question.
  public let question: String
  /// The versions of the plugin that is asked with which the answer can be used; any unless given.
  public let version: VersionRange?
  /// Whether the plugin serves without the other one. Where it does not, that one is among its dependencies.
  public let isOptional: Bool
  /// The key of what people read in the text tables: what the answer is for, e.g. "To draw the club's map of the week".
  public let purpose: String?
  /// The schema of what the plugin sends; nil where it does not say, and nothing is compared.
  public let input: Schema?
  /// The schema of the answers that the plugin understands; nil where it does not say.
  public let answer: Schema?

  private enum CodingKeys: String, CodingKey {
    case question, version, purpose, input, answer
    case isOptional = "optional"
  }

  /// Reads a declaration.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    question = try values.decode(String.self, forKey: .question)
    version = try values.decodeIfPresent(VersionRange.self, forKey: .version)
    isOptional = try values.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false
    purpose = try values.decodeIfPresent(String.self, forKey: .purpose)
    input = try values.decodeIfPresent(JSON.self, forKey: .input).map { Schema($0) }
    answer = try values.decodeIfPresent(JSON.self, forKey: .answer).map { Schema($0) }
  }

  /// The id of the plugin that is asked.
  public var plugin: String { String(question.prefix { $0 != "." }) }
  /// The question's name in that plugin's manifest.
  public var name: String { String(question.drop { $0 != "." }.dropFirst()) }
}
