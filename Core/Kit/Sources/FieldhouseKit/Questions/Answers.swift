/// What a plugin answers to questions of others, declared with typed inputs and answers.
///
///     func answers(_ answers: inout Answers) {
///       answers.add("steps") { [store] (input: StepsInput, question) in
///         try await store.steps(of: question.person, from: input.from, to: input.to)
///       }
///     }
public struct Answers: Sendable {
  /// Answers a question. It runs outside of any transaction, at most 64 times at once for each plugin, and is not waited
  /// for longer than 2 seconds.
  public typealias Body = @Sendable (Question) async throws -> JSON

  /// The bodies so far, with the names that the manifest gives.
  public private(set) var all: [(name: String, body: Body)] = []

  /// No answers.
  public init() {}

  /// Answers a question from its parts.
  ///
  /// Consent, permission and input were looked at by the host. A ``Problem`` with a status from 400 to 499 is told to who
  /// asks as a refusal; any other error stands in the log under this plugin's name, and who asks learns that it failed.
  public mutating func add(_ name: String, body: @escaping Body) { all.append((name, body)) }

  /// Answers a question whose input and answer are types.
  /// - Parameter name: as `contributions.questions` has it, e.g. `steps`.
  public mutating func add<Input: Decodable & Sendable, Output: Encodable>(
    _ name: String, _ body: @escaping @Sendable (Input, Question) async throws -> Output
  ) {
    add(name) { question in
      try JSON(encoding: try await body(JSONValueDecoder().decode(Input.self, from: question.input), question))
    }
  }
}

/// A question that another plugin asks.
public struct Question: Sendable, Hashable {
  /// The id of the plugin that asks.
  public var asker: String
  /// What is asked, as the manifest's schema says.
  public var input: JSON
  /// Whom it is about. Where the manifest asks for consent there is always somebody, who has agreed that this plugin asks.
  public var person: AccountID?
  /// On whose behalf it is asked, as the plugin that asks says.
  public var caller: Principal?

  /// A question.
  public init(asker: String, input: JSON, person: AccountID? = nil, caller: Principal? = nil) {
    self.asker = asker
    self.input = input
    self.person = person
    self.caller = caller
  }
}
