import FieldhouseKit
import Foundation

/// The bonus questions of groups, and what people have answered.
enum QuestionStore {
  private static let columns: SQL = "id, kind, question, options, points, round, closes_at, answer"

  /// A group's questions about a season, the oldest first.
  static func all(
    of group: String, season: String, in transaction: any ReadTransaction
  ) async throws -> [BonusQuestion] {
    try await transaction.query(
      """
      select \(columns) from bonus_questions where team = \(group) and season = \(season) order by made_at, id
      """
    ).compactMap(question)
  }

  static func add(
    _ question: BonusQuestion, of group: String, season: String, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into bonus_questions (id, team, season, kind, question, options, points, round, closes_at, made_at)
      values (\(question.id), \(group), \(season), \(question.kind.rawValue), \(question.text),
        \(question.options.joined(separator: "\n")), \(question.points.hundredths), \(question.round),
        \(question.closesAt), \(now))
      """)
  }

  static func remove(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from bonus_answers where question = \(id)")
    try await transaction.execute("delete from bonus_questions where id = \(id)")
  }

  /// Keeps what an admin says is right.
  static func decide(_ id: String, _ answer: String, in transaction: any Transaction) async throws {
    try await transaction.execute("update bonus_questions set answer = \(answer) where id = \(id)")
  }

  static func answer(
    _ id: String, _ answer: String, by account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into bonus_answers (question, account, answer, given_at) values (\(id), \(account), \(answer), \(now))
      on conflict (question, account) do update set answer = excluded.answer, given_at = excluded.given_at
      """)
  }

  /// What people have answered, by question.
  static func answers(
    to questions: [String], in transaction: any ReadTransaction
  ) async throws -> [String: [AccountID: String]] {
    guard !questions.isEmpty else { return [:] }
    let rows = try await transaction.query(
      "select question, account, answer from bonus_answers where question in (\(list: questions))")
    return try rows.reduce(into: [:]) { answers, row in
      answers[try row["question"], default: [:]][try row["account"]] = try row["answer"]
    }
  }

  private static func question(_ row: Row) throws -> BonusQuestion? {
    guard let kind = BonusQuestion.Kind(rawValue: try row["kind"]) else { return nil }
    let options = (try row["options"] as String).split(separator: "\n").map(String.init)
    return BonusQuestion(
      id: try row["id"], kind: kind, text: try row["question"], options: options,
      points: Worth(hundredths: try row["points"]), round: try row["round"], closesAt: try row["closes_at"],
      answer: try row["answer"])
  }
}

// What happens to people.
extension QuestionStore {
  static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from bonus_answers where account = \(account)")
  }

  /// Gives a person's answers to another, who keeps the own ones.
  static func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      update bonus_answers set account = \(other) where account = \(account) and not exists (
        select 1 from bonus_answers mine
        where mine.question = bonus_answers.question and mine.account = \(other))
      """)
    try await erase(account, in: transaction)
  }

  /// A person's answers for the person, the oldest first.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> [JSON] {
    try await transaction.query(
      """
      select q.question as question, a.answer as answer, a.given_at as given_at
      from bonus_answers a join bonus_questions q on q.id = a.question
      where a.account = \(account) order by a.given_at, q.id
      """
    ).map { row in
      let given: Date = try row["given_at"]
      return [
        "question": .string(try row["question"]), "answer": .string(try row["answer"]),
        "givenAt": .string(RFC3339.string(from: given) ?? ""),
      ]
    }
  }
}
