import FieldhouseKit
import Foundation

/// What people have for bonus questions that are decided, and whether there are any.
struct Bonus: Sendable {
  let points: [AccountID: Worth]
  let areThere: Bool
}

// Bonus questions of groups: asked by admins before a round – before the season as long as it has not begun –, answered by members until 15
// minutes before it begins, decided by the data or an admin. Their points count in the group's table of the season.
extension SoccerPredictions {
  /// So many questions has a group about one season.
  private static let mostQuestions = 20
  private static var unknownGroupLeague: Problem { .notFound("league-unknown", "The group has no such league.") }
  private static var unknownQuestion: Problem { .notFound("question-unknown", "There is no such question.") }
  private static var closedQuestion: Problem { .conflict("question-closed", "The question is closed.") }
  private static var openQuestion: Problem {
    .conflict("question-open", "What is right is said once the question is closed.")
  }
  private static var noRound: Problem {
    .conflict("no-round-left", "Questions are asked before a round that has not begun, and there is none left.")
  }
  private static var tooMany: Problem { .conflict("too-many-questions", "A season has at most 20 questions.") }
  private static var tooLarge: Problem {
    .conflict("group-too-large", "Groups of more than 300 members go by the league's points.")
  }

  func questionRoutes(_ routes: inout Routes) {
    let path = "/groups/{group}/questions/{league}"
    let may = Access.permission("manage-rules", in: "group")
    let member = Access.permission("see-leagues", in: "group")
    routes.get(path, "A group's bonus questions in a league", access: member, problems: [Catalogue.unknownLeague]) {
      (input: GroupLeagueInput, call) in
      let season = try groupSeason(input.league, at: call.now)
      let (questions, answers) = try await host.storage.read { transaction in
        try await Self.questions(of: input.group, season.key, in: transaction)
      }
      let me = call.principal?.account.id
      return Page(items: questions.map { output($0, season, answers[$0.id] ?? [:], of: me, at: call.now) })
    }
    routes.post(
      path, "Ask the members of a group a bonus question, which closes before the next round begins", access: may,
      problems: [Catalogue.unknownLeague, Self.unknownGroupLeague, Self.noRound, Self.tooMany, Self.tooLarge]
    ) { (input: QuestionInput, call, transaction) in try await askQuestion(input, call, transaction) }
    routes.delete(
      "\(path)/{question}", "Take a question back while it is open", access: may,
      problems: [Catalogue.unknownLeague, Self.unknownQuestion, Self.closedQuestion]
    ) { (input: QuestionName, call, transaction) in
      let (_, question) = try await question(input, isOpen: true, at: call.now, in: transaction)
      try await QuestionStore.remove(question.id, in: transaction)
      return NoContent()
    }
    routes.put(
      "\(path)/{question}/mine", "Answer a question, as often as wanted until it closes", access: member,
      problems: [Catalogue.unknownLeague, Self.unknownQuestion, Self.closedQuestion]
    ) { (input: AnswerInput, call, transaction) in
      let (season, question) = try await question(input, isOpen: true, at: call.now, in: transaction)
      try question.check(input.answer, season.matches)
      try await QuestionStore.answer(
        question.id, input.answer, by: try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
    routes.put(
      "\(path)/{question}/answer", "Say what is right, in the place of what the data says", access: may,
      problems: [Catalogue.unknownLeague, Self.unknownQuestion, Self.openQuestion]
    ) { (input: AnswerInput, call, transaction) in
      let (season, question) = try await question(input, isOpen: false, at: call.now, in: transaction)
      try question.check(input.answer, season.matches)
      try await QuestionStore.decide(question.id, input.answer, in: transaction)
      let name = question.choices(season.matches).first { $0.id == input.answer }?.name ?? input.answer
      try await tellChanged(
        input.group, by: call.principal?.account.id, text: "questionAnswered",
        ["question": question.text, "answer": name],
        in: transaction)
      return NoContent()
    }
  }

  private func groupSeason(_ league: String, at now: Date) throws -> RuledSeason {
    let matches = try matches(of: league, nil, at: now)
    return RuledSeason(key: matches.first?.league.description ?? "", matches: matches, versions: RuleVersions())
  }

  private static func questions(
    of group: String, _ season: String, in transaction: any ReadTransaction
  ) async throws -> ([BonusQuestion], [String: [AccountID: String]]) {
    let questions = try await QuestionStore.all(of: group, season: season, in: transaction)
    return (questions, try await QuestionStore.answers(to: questions.map(\.id), in: transaction))
  }

  /// - Throws: ``Problem`` 404 where there is no such question, 409 where it is not open, or not closed, as it must be.
  private func question(
    _ input: some NamesQuestion, isOpen: Bool, at now: Date, in transaction: any ReadTransaction
  ) async throws -> (RuledSeason, BonusQuestion) {
    let season = try groupSeason(input.league, at: now)
    let all = try await QuestionStore.all(of: input.group, season: season.key, in: transaction)
    guard let question = all.first(where: { $0.id == input.question }) else { throw Self.unknownQuestion }
    guard (now < question.closing(season.rounds)) == isOpen else {
      throw isOpen ? Self.closedQuestion : Self.openQuestion
    }
    return (season, question)
  }

  private func askQuestion(
    _ input: QuestionInput, _ call: Call, _ transaction: any Transaction
  ) async throws -> QuestionOutput {
    let kind = BonusQuestion.Kind(rawValue: input.kind) ?? .free
    guard (kind == .champion) == (input.options == nil) else {
      throw Problem.invalid(
        "/options", kind == .champion ? "not-allowed" : "required",
        kind == .champion ? "The options are the teams of the season." : "Say what can be answered.")
    }
    let season = try groupSeason(input.league, at: call.now)
    guard try await GroupLeagueStore().all(of: input.group, in: transaction).contains(input.league) else {
      throw Self.unknownGroupLeague
    }
    // It must be open for somebody: the first round of which every match can be predicted.
    let open = season.rounds.first { call.now < $0.closes }
    guard let round = open else { throw Self.noRound }
    guard try await members(of: input.group).count <= Self.mostUnderRules else { throw Self.tooLarge }
    guard try await QuestionStore.all(of: input.group, season: season.key, in: transaction).count < Self.mostQuestions
    else { throw Self.tooMany }
    let question = BonusQuestion(
      id: UUID().uuidString.lowercased(), kind: kind, text: input.text, options: input.options ?? [],
      points: input.points, round: round.name, closesAt: round.closes)
    try await QuestionStore.add(question, of: input.group, season: season.key, at: call.now, in: transaction)
    try await tellChanged(
      input.group, by: call.principal?.account.id, text: "questionAsked", ["question": question.text], in: transaction)
    return output(question, season, [:], of: nil, at: call.now)
  }

  private func output(
    _ question: BonusQuestion, _ season: RuledSeason, _ answers: [AccountID: String], of account: AccountID?,
    at now: Date
  ) -> QuestionOutput {
    let closesAt = question.closing(season.rounds)
    return QuestionOutput(
      id: question.id, kind: question.kind.rawValue, text: question.text,
      options: question.choices(season.matches).map { NamedOutput(id: $0.id, name: $0.name) }, points: question.points,
      closesAt: closesAt, isOpen: now < closesAt, mine: account.flatMap { answers[$0] }, answers: answers.count,
      right: question.right(season.matches, isOver: isOver(season, at: now))?.sorted())
  }

  /// Whether every match of a season is decided.
  private func isOver(_ season: RuledSeason, at now: Date) -> Bool {
    let usual = settlement(nil)
    return !season.matches.isEmpty
      && season.matches.allSatisfy { usual.verdict(on: $0, state: $0.view(at: now).state) != .pending }
  }

  /// What people have for bonus questions that are decided.
  func bonus(
    of group: String, _ season: RuledSeason, at now: Date, in transaction: any ReadTransaction
  ) async throws -> Bonus {
    let (questions, answers) = try await Self.questions(of: group, season.key, in: transaction)
    guard !questions.isEmpty else { return Bonus(points: [:], areThere: false) }
    let isOver = isOver(season, at: now)
    var points: [AccountID: Worth] = [:]
    for question in questions {
      guard let right = question.right(season.matches, isOver: isOver) else { continue }
      for (account, answer) in answers[question.id] ?? [:] where right.contains(answer) {
        points[account] = (points[account] ?? .zero) + question.points
      }
    }
    return Bonus(points: points, areThere: true)
  }
}

extension BonusQuestion {
  /// - Throws: ``Problem`` 422 for what cannot be answered.
  fileprivate func check(_ answer: String, _ matches: [Match]) throws {
    guard choices(matches).contains(where: { $0.id == answer }) else {
      throw Problem.invalid("/answer", "answer-unknown", "Choose one of the options.")
    }
  }
}
