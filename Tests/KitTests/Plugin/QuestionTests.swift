import FieldhouseKit
import Testing

private struct Days: Codable, Equatable { var days: Int }
private struct Steps: Codable, Equatable { var steps: Int }

/// A host that answers what it is told to, and remembers what it was asked.
private struct Oracle: Questions {
  let answer: @Sendable (Inquiry) -> Answer<JSON>
  func ask(_ inquiry: Inquiry) async throws -> Answer<JSON> { answer(inquiry) }
}

@Suite struct `A question to another plugin` {
  @Test func `carries its input as JSON, and gives the answer as a type`() async throws {
    let person = AccountID("p1")
    let oracle = Oracle { inquiry in
      #expect(inquiry.question == "fitness.steps" && inquiry.input == ["days": 7] && inquiry.person == person)
      return .answered(["steps": 70_000])
    }
    let answer = try await oracle.ask("fitness.steps", Days(days: 7), about: person, as: Steps.self)
    #expect(answer.value == Steps(steps: 70_000))
  }

  @Test func `that is not answered keeps the reason`() async throws {
    let slow = Oracle { _ in .absent(Absence(.tooSlow, "Later.")) }
    let absent = try await slow.ask("a.b", Days(days: 1), as: Steps.self)
    guard case .absent(let absence) = absent else { throw Unexpected() }
    #expect(absence.reason == .tooSlow && "\(absence)" == "too-slow: Later." && absent.value == nil)
    let problem = Problem.conflict("too-early", "Ask tomorrow.")
    let silent = Oracle { _ in .refused(Refusal(.plugin, problem)) }
    let refused = try await silent.ask("a.b", Days(days: 1), as: Steps.self)
    guard case .refused(let refusal) = refused else { throw Unexpected() }
    #expect(refusal.problem == problem && "\(Refusal(.consent))" == "consent")
  }

  @Test func `whose answer is of another form is as good as not answered`() async throws {
    let answer = try await Oracle { _ in .answered(["paces": 1]) }.ask("a.b", Days(days: 1), as: Steps.self)
    guard case .absent(let absence) = answer else { throw Unexpected() }
    #expect(absence.reason == .malformed && absence.detail.contains("a.b"))
  }

  @Test func `is not installed where there are no other plugins`() async throws {
    guard case .absent(let absence) = try await NoQuestions().ask(Inquiry("a.b")) else { throw Unexpected() }
    #expect(absence.reason == .notInstalled)
  }

  @Test func `is answered by a typed body`() async throws {
    var answers = Answers()
    answers.add("steps") { (input: Days, question) in
      Steps(steps: input.days * (question.person == AccountID("p1") ? 10_000 : 1))
    }
    #expect(answers.all.map(\.name) == ["steps"])
    let question = Question(asker: "walks", input: ["days": 3], person: AccountID("p1"))
    #expect(try await answers.all[0].body(question) == ["steps": 30_000])
    await #expect(throws: JSONDecodingError.self) {
      try await answers.all[0].body(Question(asker: "walks", input: ["days": "many"]))
    }
  }

  private struct Unexpected: Error {}
}
