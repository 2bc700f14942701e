import FieldhouseKernel
import FieldhouseKit

/// A question that a running plugin answers.
struct OfferedQuestion: Sendable {
  /// The largest answer, in bytes of JSON.
  static let longestAnswer = 1 << 20

  let declaration: QuestionDeclaration
  /// What the permission applies to; nil for the whole host.
  let kind: String?
  let body: Answers.Body
  private let input: CompiledSchema
  private let answer: CompiledSchema

  /// - Throws: ``SchemaError``, which the check of the manifest has found before.
  init(_ declaration: QuestionDeclaration, kind: String?, body: @escaping Answers.Body) throws(SchemaError) {
    (self.declaration, self.kind, self.body) = (declaration, kind, body)
    input = try CompiledSchema(declaration.input)
    answer = try CompiledSchema(declaration.answer)
  }

  /// Checks what the plugin that asks is to blame for.
  /// - Throws: ``Problem`` 500 `ask-malformed`, `ask-without-person`.
  func check(_ inquiry: Inquiry) throws {
    if let fault = input.validate(inquiry.input).first {
      throw Problem.ask("malformed", "The input to '\(inquiry.question)' is not as its schema says: \(fault)")
    }
    if declaration.access == .consent, inquiry.person == nil {
      throw Problem.ask("without-person", "'\(inquiry.question)' is about somebody: say about whom.")
    }
  }

  /// What is wrong with an answer; nil when nothing is.
  func fault(of answer: JSON) -> String? {
    // Without the value, which may tell something about somebody.
    if let fault = self.answer.validate(answer).first { return "\(fault.pointer) \(fault.code)" }
    let length = answer.serialized().utf8.count
    return length > Self.longestAnswer ? "It has \(length) bytes, more than \(Self.longestAnswer)." : nil
  }

  /// The thing for which a permission is needed.
  func scope(of inquiry: Inquiry) -> Scope {
    guard let kind, let member = declaration.in, let id = inquiry.input[member]?.string else { return .host }
    return Scope(kind, id)
  }
}

extension Problem {
  /// A mistake of a plugin that asks.
  static func ask(_ code: String, _ detail: String) -> Problem {
    Problem(status: 500, code: "ask-\(code)", detail: detail)
  }
}
