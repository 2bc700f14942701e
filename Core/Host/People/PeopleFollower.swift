import FieldhouseAccounts
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseRuntime
import FieldhouseStorage

/// Lets everything that keeps something of people follow what happens to them: each namespace on its own, at its own pace,
/// and what this process alone remembers.
actor PeopleFollower {
  private static let interval = Duration.milliseconds(250)
  /// How long the last requests of somebody who has left may take. Sessions end within a second in every process.
  private static let grace = Duration.seconds(2)

  private let accounts: Accounts
  private let boards: Boards
  private let log: any Log
  private var lanes: [String: PersonalLane] = [:]
  /// The last change that this process has followed itself; nil before ``begin()``.
  private var seen: Int64?
  /// The last change at earlier instants.
  private var marks: [(head: Int64, at: ContinuousClock.Instant)] = []
  private var isFailing = false

  init(accounts: Accounts, boards: Boards, log: any Log) {
    self.accounts = accounts
    self.boards = boards
    self.log = log
  }

  /// Lets a namespace follow from now on; it does when ``run()`` works.
  /// - Parameters:
  ///   - isNew: whether nothing is in it yet, so that nothing of before concerns it.
  ///   - before: what is done outside of its transaction before each change, more than once if need be.
  /// - Throws: ``StorageError``.
  func attach(
    _ storage: any NamespaceStorage, isNew: Bool = false, _ hooks: PersonalHooks, before: PersonalLane.Step? = nil
  ) async throws {
    try await storage.beginFollowingPeople(at: isNew ? try await accounts.lastChangeOfPeople() : 0)
    let id = storage.namespace.id
    let scores = PersonalLane.Scores(
      mayHold: { [boards] in await boards.mayHold($0, of: id) }, remove: { [boards] in boards.remove($0, of: id) })
    lanes[id] = PersonalLane(
      storage, hooks, before: before,
      changes: { [accounts] in try await accounts.changesOfPeople(after: $0, limit: $1) }, scores: scores, log: log)
  }

  /// Follows everything that has happened while a namespace was left alone.
  func catchUp(_ namespace: String) async { await lanes[namespace]?.follow(through: .max, settled: .max) }

  /// Lets a namespace follow no longer.
  func detach(_ namespace: String) { lanes[namespace] = nil }

  /// The namespaces that follow.
  var namespaces: Set<String> { Set(lanes.keys) }

  /// What keeps a plugin from following.
  func health(of plugin: String) async -> Health { await lanes[plugin]?.health ?? .ok }

  /// The namespaces that cannot follow, but for some, each as a part of the host.
  func troubles(but others: Set<String>) async -> [PartState] {
    var states: [PartState] = []
    for (id, lane) in lanes.sorted(by: { $0.key < $1.key }) where !others.contains(id) {
      let health = await lane.health
      if health.state != .ok { states.append(PartState("\(id)/people", health)) }
    }
    return states
  }

  /// Begins with what happens from now on, for what only this process keeps. It is called before what was not noted of
  /// earlier times is looked for, so that there is nothing in between.
  /// - Throws: ``StorageError``.
  func begin() async throws { seen = try await accounts.lastChangeOfPeople() }

  /// Works until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: Self.interval) } catch { return }
      await look()
    }
  }

  /// Lets everybody follow at once who is behind. It is for a process that knows that nobody who has left has requests
  /// under way any more.
  /// - Returns: whether everybody has followed, but for whom a failure keeps from it.
  /// - Throws: ``StorageError``.
  func catchUp() async throws -> Bool {
    let head = try await accounts.lastChangeOfPeople()
    try await followHere(through: head)
    var haveAll = true
    for lane in lanes.values {
      await lane.follow(through: head, settled: .max)
      haveAll = await lane.hasFollowed(through: head) && haveAll
    }
    return haveAll
  }

  /// Lets everybody follow who is behind, and waits for nobody.
  private func look() async {
    do {
      let head = try await accounts.lastChangeOfPeople()
      try await followHere(through: head)
      let settled = note(head)
      for lane in lanes.values { Task { await lane.follow(through: head, settled: settled) } }
      isFailing = false
    } catch {
      if !isFailing { log.warning("what happened to people could not be read; trying again", ["cause": "\(error)"]) }
      isFailing = true
    }
  }

  /// - Returns: the last change after which long enough has passed.
  private func note(_ head: Int64) -> Int64 {
    let now = ContinuousClock.now
    if marks.last?.head != head { marks.append((head, now)) }
    while marks.count > 1, marks[1].at <= now - Self.grace { marks.removeFirst() }
    guard let first = marks.first, first.at <= now - Self.grace else { return -1 }
    return first.head
  }

  /// What only this process keeps: beside the database, who was merged.
  private func followHere(through head: Int64) async throws {
    guard let last = seen, head > last else { return }
    let changes = try await accounts.changesOfPeople(after: last, limit: 1_000)
    try accounts.note(changes)
    seen = changes.last?.sequence ?? head
  }
}
