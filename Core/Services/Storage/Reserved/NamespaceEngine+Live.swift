internal import FieldhouseKit

extension NamespaceEngine {
  func liveLog() async throws -> LiveLog {
    let row = try await rows(LiveStatements.log, [])[0]
    let floor: Int64 = try row[1]
    return LiveLog(epoch: try row[0], floor: floor, last: max(floor, try row[2]))
  }

  func liveEvents(after number: Int64, limit: Int) async throws -> LivePage {
    try LivePage(try await rows(LiveStatements.after, [.integer(number), .integer(Int64(limit))]))
  }

  func liveEvents(
    of topics: [String], after number: Int64, through last: Int64, limit: Int
  ) async throws -> LivePage {
    let width = LiveStatements.width
    guard let some = topics.first, topics.count <= width else {
      throw StorageError.malformed("Live events are asked for 1 to \(width) topics at once.")
    }
    let names = topics + Array(repeating: some, count: width - topics.count)
    let numbers: [SQLValue] = [.integer(number), .integer(last), .integer(Int64(limit))]
    return try LivePage(try await rows(LiveStatements.missed, numbers + names.map { .text($0) }))
  }

  @discardableResult
  func expireLiveEvents(olderThan age: Duration, beyond count: Int) async throws -> Int {
    let surplus = try await rows(LiveStatements.surplus, [.integer(Int64(count))]).first
    let before = LiveStatements.now - Int64(age / .milliseconds(1))
    var (gone, slice) = (0, LiveStatements.slice)
    while slice == LiveStatements.slice {
      slice = try await forget(LiveStatements.expired, [.integer(before), surplus?.values.first ?? .integer(0)])
      gone += slice
    }
    return gone
  }

  /// Forgets the events up to the number that a query answers with.
  private func forget(_ query: HostStatement, _ values: [SQLValue]) async throws -> Int {
    guard let number = try await rows(query, values).first?.values.first, number != .null else { return 0 }
    return try await perform(as: .host, limits: .unlimited) { try await $0.forgetLiveEvents(through: number) }
  }
}

extension HostTransaction {
  /// Forgets every live event that is committed, and those of this transaction: who watches starts over.
  func forgetLiveEvents() async throws {
    var last = try await takeBackKept()
    if last == nil { last = try await run(LiveStatements.newest, []).first?.values.first }
    if let last { _ = try await forgetLiveEvents(through: last) }
  }

  /// That they are forgotten is known with it, so that nobody takes what is left for all there was.
  fileprivate func forgetLiveEvents(through number: SQLValue) async throws -> Int {
    _ = try await run(LiveStatements.raiseFloor, [number])
    return try await run(LiveStatements.forget, [number]).count
  }
}

extension LivePage {
  fileprivate init(_ rows: [Row]) throws {
    floor = try rows[0][0]
    events = try rows.compactMap { row -> KeptLiveEvent? in
      guard let number = try row[1] as Int64? else { return nil }
      return KeptLiveEvent(number: number, topic: try row[2], name: try row[3], payload: try row[4])
    }
  }
}
