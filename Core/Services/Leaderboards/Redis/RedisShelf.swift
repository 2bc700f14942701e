import FieldhouseKit
internal import Synchronization

/// The boards of one plugin in Redis, shared by all processes that name the same server and prefix.
///
/// Every view is one script, so that its rows belong together. Changes carry the ledger's sequence numbers: of two changes
/// of an entry the later one stays, whoever tells it first. A large batch shows bit by bit. When Redis has lost the ranks,
/// reads say `board-pending` and `lost` is called, whereupon the ranks are to be rebuilt.
final class RedisShelf: RankStore {
  private struct State: Sendable {
    var isComplete = false
    var isRebuilding = false
  }

  /// From how many changes on they do not stand in the readers' way.
  private static let batch = 2000
  /// How many changes one step of Redis applies.
  private static let slice = 200

  let book: BoardBook
  let keys: RedisKeys
  let line: RedisConnection
  /// For what is large.
  let bulk: RedisConnection
  private let lost: @Sendable () -> Void
  private let state = Mutex(State())

  init(_ book: BoardBook, at address: RedisAddress, plugin: String, lost: @escaping @Sendable () -> Void) {
    self.book = book
    self.lost = lost
    keys = RedisKeys(prefix: address.prefix, plugin: plugin)
    // Somebody waits for these answers.
    line = RedisConnection(address, patienceSeconds: 5)
    bulk = RedisConnection(address)
  }

  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Other processes change the ranks, too.
  var version: UInt64? { nil }

  /// Nothing: the entries are in another process.
  var memory: BoardMemory { BoardMemory(entries: 0, indexBytes: 0, accountBytes: 0, detailRows: 0) }

  func begin() -> any RankRebuild {
    state.withLock { $0 = State(isComplete: false, isRebuilding: true) }
    return RedisRebuild(self)
  }

  func adopt() async -> Int64? {
    let commands = [RedisCommand("EXISTS", keys.ready), RedisCommand("GET", keys.mark)]
    guard let replies = try? await line.run(commands), replies[0].integer == 1, let mark = replies[1].integer else {
      return nil
    }
    noteRebuild(isComplete: true)
    return Int64(mark)
  }

  func note(mark: Int64) {
    guard isComplete else { return }
    let arguments = [Array(String(mark).utf8)]
    line.send([RedisCommand(script: RedisScripts.mark, keys: [keys.ready, keys.mark], arguments)]) { _ in }
  }

  func known(_ accounts: [AccountID]) async throws -> [AccountID] {
    let arguments = [keys.base] + accounts.map(\.text)
    let command = RedisCommand(script: RedisScripts.known, keys: [keys.places], arguments.map { Array($0.utf8) })
    let found = try await line.run([command])[0].list ?? []
    return found.compactMap { $0.bytes.map { AccountID(String(decoding: $0, as: UTF8.self)) } }
  }

  /// Notes how a rebuild ended.
  func noteRebuild(isComplete: Bool) {
    state.withLock { $0 = State(isComplete: isComplete, isRebuilding: false) }
  }

  func apply(_ changes: [BoardChange]) {
    let commands = self.commands(changes, token: "")
    (changes.count < Self.batch ? line : bulk).send(commands) { [weak self] in
      if case .failure = $0 { self?.lose() }
    }
  }

  func remove(_ account: AccountID) {
    var arguments = [Array(keys.base.utf8), Array(account.text.utf8)]
    for board in book.ranked.keys {
      let codec = RedisKeyCodec(book.order(of: board))
      arguments += [board, String(codec.width), String(codec.groupWidth), isDense(board) ? "1" : "0"].map {
        Array($0.utf8)
      }
    }
    line.send([RedisCommand(script: RedisScripts.erase, keys: [keys.places, keys.rebuild, keys.erased], arguments)]) {
      [weak self] in
      if case .failure = $0 { self?.lose() }
    }
  }

  /// Notes that the ranks in Redis are not those of storage, and asks for a rebuild unless one is going on.
  func lose() {
    let isNew = state.withLock { state in
      state.isComplete = false
      defer { state.isRebuilding = true }
      return !state.isRebuilding
    }
    if isNew { lost() }
  }

  func isDense(_ board: String) -> Bool { book.numbering(of: board) == .dense }

  /// The commands that apply changes, in their order at each place.
  func commands(_ changes: [BoardChange], token: String) -> [RedisCommand] {
    var commands: [RedisCommand] = []
    var start = 0
    while start < changes.count {
      var end = start + 1
      while end < changes.count, end - start < Self.slice, changes[end].place == changes[start].place { end += 1 }
      commands.append(command(changes[start..<end], token: token))
      start = end
    }
    return commands
  }

  private func command(_ changes: ArraySlice<BoardChange>, token: String) -> RedisCommand {
    let place = changes[changes.startIndex].place
    let codec = RedisKeyCodec(book.order(of: place.board))
    let team = TeamGroup.find(place, book)
    let group = keys.teams(team?.group ?? TeamGroup(board: place.board, season: "", kind: ""))
    let head = [
      String(codec.width), String(codec.groupWidth), isDense(place.board) ? "1" : "0", team?.team ?? "",
      RedisKeys.name(place), token,
    ]
    var arguments = head.map { Array($0.utf8) }
    for change in changes {
      arguments.append(Array(change.account.text.utf8))
      arguments.append(change.record.map { codec.bytes(RankKey($0)) } ?? [])
      arguments.append(Array(String(change.sequence).utf8))
      arguments.append(Array((change.record?.details ?? "").utf8))
    }
    return RedisCommand(
      script: RedisScripts.apply,
      keys: [keys.ready, keys.rebuild, keys.places, group] + keys.keys(place) + [keys.erased], arguments)
  }
}
