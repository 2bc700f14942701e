internal import FieldhouseKit

/// Messages of a group's chat, by their numbers.
struct ReportableMessage: Reportable {
  static let kind = "message"
  static let canBeHidden = true
  /// How many messages before and behind one are shown to who decides about it.
  private static let around = 3

  let ledger: GroupLedger

  static func thing(_ place: ReportPlace, for reporter: Reporter) async throws -> ReportedThing {
    let standing = try await reporter.standing(in: place.group)
    let (group, gate) = (standing.group, reporter.gate)
    guard standing.member != nil || standing.actions.contains(.moderate) else { throw Problem.unknownGroup }
    guard try gate.rules.kind(group.kind).hasChat else { throw ChatProblem.none }
    guard let number = Int(place.thing), "\(number)" == place.thing,
      let message = try await gate.rows.message(number, in: group.id), message.state == .said,
      let author = message.author
    else { throw ChatProblem.unknown }
    guard author != reporter.account else { throw ReportProblem.own }
    return ReportedThing(
      place: place, scope: group.id, author: author, position: number, words: message.text,
      keepers: [(author, ChatProblem.unknown)])
  }

  func mark(_ place: ReportPlace, isFlagged: Bool) async throws {
    guard let group = try await ledger.group(place.group), let number = Int(place.thing) else { return }
    try await tell(isFlagged ? "flagged" : "unflagged", ["number": .integer(Int64(number))], group)
  }

  func hide(_ place: ReportPlace) async throws -> Bool {
    guard let group = try await ledger.group(place.group), let number = Int(place.thing) else { return false }
    let gone = try await ledger.tables.rows(
      """
      update fieldhouse_chat_messages set text = '', state = \(ChatMessage.State.removed.rawValue)
      where group_id = \(group.id) and number = \(number) and state = \(ChatMessage.State.said.rawValue) returning number
      """)
    guard !gone.isEmpty else { return false }
    try await tell("unsaid", ["number": .integer(Int64(number))], group)
    return true
  }

  func show(_ place: ReportPlace, words: String) async throws -> Bool {
    guard let group = try await ledger.group(place.group), let number = Int(place.thing) else { return false }
    let back = try await ledger.tables.rows(
      """
      update fieldhouse_chat_messages set text = \(words), state = \(ChatMessage.State.said.rawValue)
      where group_id = \(group.id) and number = \(number) and state = \(ChatMessage.State.removed.rawValue)
      returning number
      """)
    guard !back.isEmpty else { return false }
    try await tell("restored", ["number": .integer(Int64(number))], group)
    return true
  }

  private func tell(_ name: String, _ payload: JSON, _ group: Group) async throws {
    try await ledger.tables.transaction.publish(PluginGroups.chatTopic(of: group), LiveEvent(name, payload))
  }

  static func surroundings(of place: ReportPlace, in rows: any GroupRows) async throws -> [ReportedWords] {
    guard let number = Int(place.thing) else { return [] }
    let before = try await rows.messages(in: place.group, before: number, limit: around)
    let after = try await rows.messages(in: place.group, after: number, limit: around)
    return (before.reversed() + after).map {
      ReportedWords(kind: kind, author: $0.author, at: $0.at, text: $0.state == .said ? $0.text : nil)
    }
  }
}
