import FieldhouseKit
import Foundation

/// Answers of several members, each of another one or to another event, to events for people of any age whose places are no positions:
/// the same comes of them as of ``AnswerStore/turn(of:at:of:in:)`` and what follows it, one after the other.
struct AnswerSet {
  /// An answer that is taken.
  struct Taken: Sendable {
    /// Which of those that are given.
    let index: Int
    let given: TeamManagement.NewAnswer
    let event: TeamEvent
    let answer: Answer
    /// Whether it is another one than before.
    let isOther: Bool
    let places: (before: Places, after: Places)
  }

  private struct Key: Hashable {
    let event: String
    let account: AccountID
  }

  /// An event with what is answered to it.
  private struct Line {
    let event: TeamEvent
    /// How many answers there were.
    var count: Int
    /// Who has said yes, by place; only where not everybody has one.
    var yes: [(place: Int, account: AccountID)] = []

    private var places: Places { Places(yes.map(\.account), capacity: event.plan.capacity) }

    /// - Returns: who has a place before and after an answer.
    mutating func take(_ answer: Answer, before: Answer?) -> (before: Places, after: Places) {
      count += 1
      guard event.plan.isLimited else { return AnswerStore.places(of: answer, before: before) }
      let earlier = places
      yes.removeAll { $0.account == answer.account }
      if answer.reply == .yes { yes.append((answer.place, answer.account)) }
      yes.sort { $0.place < $1.place }
      return (earlier, places)
    }
  }

  private var lines: [String: Line] = [:]
  private var before: [Key: Answer] = [:]
  private(set) var taken: [Taken] = []
  private var keys: Set<Key> = []

  /// Reads what those who answer find.
  init(_ given: [GivenAnswer], in transaction: any ReadTransaction) async throws {
    // An event comes with each answer to it: one way to the store costs more than saying it again.
    for row in try await transaction.query(
      """
      select \(TeamEvent.columns), answer_count, \(Answer.columns) from events
      left join answers on answers.event = events.id and answers.account in (\(list: given.map(\.answer.of.id)))
      where events.id in (\(list: given.map(\.event)))
      """)
    {
      let id: String = try row["id"]
      if lines[id] == nil { lines[id] = Line(event: try TeamEvent(row, contacts: []), count: try row["answer_count"]) }
      if let account: AccountID = try row["account"] { before[Key(event: id, account: account)] = try Answer(row) }
    }
    let limited = lines.values.filter { $0.event.plan.capacity != nil && Self.takes($0.event) }.map(\.event.id)
    if limited.isEmpty { return }
    for row in try await transaction.query(
      """
      select event, place, account from answers where event in (\(list: limited.sorted())) and reply = 'yes'
      order by event, place
      """)
    {
      lines[try row["event"]]?.yes.append((try row["place"], try row["account"]))
    }
  }

  private static func takes(_ event: TeamEvent) -> Bool {
    event.plan.minimumAge == nil && event.plan.details.roles == nil
  }

  /// Takes an answer in, unless the event is of another kind or the member has one to it in the set.
  /// - Throws: ``Problem`` 409 `event-cancelled`, `answers-closed`.
  mutating func take(_ given: GivenAnswer, at index: Int) throws {
    let (new, key) = (given.answer, Key(event: given.event, account: given.answer.of.id))
    guard let line = lines[given.event], line.event.team == given.team, Self.takes(line.event), !keys.contains(key)
    else { return }
    try AnswerRule(line.event).check(new.reply, at: given.now, birth: nil)
    keys.insert(key)
    let turn = AnswerStore.Turn(event: line.event, before: before[key], place: line.count + 1)
    let answer = turn.answer(new.reply, note: new.note, of: new.of.id, by: nil, at: given.now)
    guard let places = lines[given.event]?.take(answer, before: turn.before) else { return }
    taken.append(
      Taken(
        index: index, given: new, event: line.event, answer: answer, isOther: turn.before?.reply != answer.reply,
        places: places))
  }

  /// Keeps the answers that are taken.
  func keep(in transaction: any Transaction) async throws {
    if taken.isEmpty { return }
    let events = Set(taken.map(\.event.id)).sorted()
    var counts = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 2 * events.count)
    for event in events {
      counts.appendInterpolation("when \(event) then \(lines[event]?.count ?? 0) " as SQL)
    }
    try await transaction.execute(
      """
      update events set answer_count = case id \(SQL(stringInterpolation: counts))else answer_count end
      where id in (\(list: events))
      """)
    try await AnswerStore.set(taken.map(\.answer), in: transaction)
  }
}
