import FieldhouseKit

/// One season and part of a board: its index and who is on it.
struct BoardPart: Sendable {
  /// Distinguishes the part from all others of the process, also from itself before a rebuild.
  let epoch = UInt32.random(in: .min ... .max)
  /// The part's number among those of the plugin.
  let number: UInt32
  var index: RankIndex
  var slots: SlotMap
  /// Whether any row has details.
  var hasDetails = false

  init(number: UInt32, order: RankOrder) {
    self.number = number
    index = RankIndex(order: order)
    slots = SlotMap()
  }

  init(number: UInt32, order: RankOrder, accounts: some Collection<UInt32>, keys: [RankKey]) {
    self.number = number
    var slots = SlotMap(reserving: accounts.count)
    let entries = zip(accounts, keys).map { (slot: slots.assign($0), key: $1) }
    index = RankIndex(order: order, entries: entries)
    self.slots = slots
  }

  /// The name of an account's row in the details cache.
  func detailsKey(_ account: UInt32) -> UInt64 { UInt64(number) << 32 | UInt64(account) }
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
