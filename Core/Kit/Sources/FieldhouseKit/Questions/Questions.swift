/// What other plugins know, asked by name.
///
/// A manifest offers questions (`contributions.questions`) with the JSON Schemas of what is asked and answered and with
/// who may ask: everyone, who has a permission, or who the person it is about has agreed to. Another manifest says that
/// its plugin asks it (`contributions.asks`), and asks:
///
///     let answer: Answer<Steps> = try await host.questions.ask(
///       "fitness.steps", StepsInput(from: monday, to: sunday), about: walker)
///     switch answer {
///     case .answered(let steps): …
///     case .refused: …  // the person has not agreed, or not any more
///     case .absent: …  // there is no such plugin, or it does not answer now
///     @unknown default: …
///     }
///
/// A plugin that is missing, fails or refuses is an answer and no error. What is answered holds at this moment: a person
/// may take the consent back, so ask again rather than keep what is about people.
///
/// Calls may be made from any task outside of transactions, which would be held open meanwhile. All that one question
/// leads to – the plugin that is asked may ask others – has 2 seconds, and goes 4 plugins deep.
public protocol Questions: Sendable {
  /// Asks.
  /// - Throws: ``Problem`` 500, a mistake of the plugin that asks: `ask-undeclared` when its manifest does not name the
  ///   question; `ask-in-transaction` inside a transaction; `ask-malformed` for an input that is not as the question's
  ///   schema says, or of more than 64 KiB; `ask-without-person` for a question about somebody without anybody.
  func ask(_ inquiry: Inquiry) async throws -> Answer<JSON>
}

extension Questions {
  /// Asks, and reads the answer. One that cannot be read as an `Output` is as absent.
  /// - Parameters:
  ///   - question: the full name, e.g. `fitness.steps`.
  ///   - person: whom it is about.
  ///   - caller: on whose behalf it is asked: whose permission counts.
  /// - Throws: as ``ask(_:)``, and what encoding the input throws.
  public func ask<Input: Encodable, Output: Decodable & Sendable>(
    _ question: String, _ input: Input, about person: AccountID? = nil, for caller: Principal? = nil,
    as output: Output.Type = Output.self
  ) async throws -> Answer<Output> {
    let inquiry = Inquiry(question, try JSON(encoding: input), about: person, for: caller)
    return try await ask(inquiry).map { json in
      do { return .answered(try JSONValueDecoder().decode(Output.self, from: json)) } catch {
        return .absent(Absence(.malformed, "The answer to '\(question)' cannot be read: \(error)"))
      }
    }
  }
}

/// A question to another plugin.
public struct Inquiry: Sendable, Hashable {
  /// The largest input, in bytes of JSON.
  public static var longestInput: Int { 64 << 10 }

  /// The full name, `<plugin id>.<question>`, e.g. `fitness.steps`.
  public var question: String
  /// What is asked, as the question's schema says.
  public var input: JSON
  /// Whom it is about; nil for questions about nobody.
  public var person: AccountID?
  /// On whose behalf it is asked, for questions that need a permission; nil when the plugin asks for itself.
  public var caller: Principal?

  /// A question.
  public init(_ question: String, _ input: JSON = [:], about person: AccountID? = nil, for caller: Principal? = nil) {
    self.question = question
    self.input = input
    self.person = person
    self.caller = caller
  }
}

/// A host that knows of no other plugin.
public struct NoQuestions: Questions {
  /// Nobody to ask.
  public init() {}

  public func ask(_ inquiry: Inquiry) async throws -> Answer<JSON> {
    .absent(Absence(.notInstalled, "There is no other plugin."))
  }
}
