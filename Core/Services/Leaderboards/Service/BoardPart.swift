import FieldhouseKit

/// One season and part of a board: its index and who is on it.
struct BoardPart: Sendable {
  /// Distinguishes the part from all others of the process, also from itself before a rebuild.
  let epoch = UInt32.random(in: .min ... .max)
  /// The part's number among those of the plugin.
  let number: UInt32
  private(set) var index: RankIndex
  var slots: SlotMap
  /// Whether any row has details.
  var hasDetails = false
  /// The sum of all scores, where the part is a team.
  private(set) var sum: Int128 = 0
  private let isTeam: Bool

  init(number: UInt32, order: RankOrder, isTeam: Bool = false) {
    self.number = number
    self.isTeam = isTeam
    index = RankIndex(order: order)
    slots = SlotMap()
  }

  init(number: UInt32, order: RankOrder, isTeam: Bool = false, accounts: ContiguousArray<UInt32>, keys: KeyTable) {
    self.number = number
    self.isTeam = isTeam
    var slots = SlotMap()
    let isDistinct = slots.assignAll(accounts)
    self.slots = slots
    if isDistinct {
      index = RankIndex(order: order, keys: keys)
    } else {
      index = RankIndex(
        order: order, entries: accounts.indices.lazy.map { (slot: slots.slot(of: accounts[$0])!, key: keys.key($0)) })
    }
    if isTeam { sum = index.sumOfScores() }
  }

  /// The name of an account's row in the details cache.
  func detailsKey(_ account: UInt32) -> UInt64 { UInt64(number) << 32 | UInt64(account) }

  /// Puts an entry on the part or replaces its key.
  mutating func set(slot: UInt32, key: RankKey) {
    if isTeam { sum += Int128(key.score) - Int128(index.key(of: slot)?.score ?? 0) }
    index.set(slot: slot, key: key)
  }

  /// Takes an entry off the part.
  mutating func remove(slot: UInt32) {
    if isTeam { sum -= Int128(index.key(of: slot)?.score ?? 0) }
    index.remove(slot: slot)
  }

  /// Begins a batch: its changes are staged and then settled, and in between the part must not be read.
  func beginBatch() -> ContiguousArray<UInt32> { index.slotsInOrder() }

  /// Notes a change of a batch.
  mutating func stage(slot: UInt32, key: RankKey?) { index.stage(slot, key: key) }

  /// Ends the batch that began with this order.
  mutating func settle(_ order: ContiguousArray<UInt32>) {
    index.settle(order)
    if isTeam { sum = index.sumOfScores() }
  }

  /// Applies many changes at once.
  mutating func apply(_ changes: [RankChange]) {
    index.apply(changes)
    if isTeam { sum = index.sumOfScores() }
  }
}

/// How much memory the boards of a plugin take.
public struct BoardMemory: Sendable, Hashable {
  /// The entries on all boards, seasons and parts.
  public var entries: Int
  /// The bytes of the indices and of the maps between accounts and slots, the unused part of the tables included.
  public var indexBytes: Int
  /// The bytes of the table of accounts, which all boards of the plugin share.
  public var accountBytes: Int
  /// The rows whose details are kept.
  public var detailRows: Int
}
