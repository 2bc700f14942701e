import FieldhouseKit

/// Gives each account a small number, so that the boards' indices need no text. Numbers are never taken back.
struct SlotTable {
  private var slots: [AccountID: UInt32] = [:]
  private var accounts: [AccountID] = []

  /// The number of an account that is on some board.
  func slot(of account: AccountID) -> UInt32? { slots[account] }

  /// The account of a number.
  func account(of slot: UInt32) -> AccountID { accounts[Int(slot)] }

  /// The number of an account, a new one when it has none.
  mutating func assign(_ account: AccountID) -> UInt32 {
    if let slot = slots[account] { return slot }
    let slot = UInt32(accounts.count)
    slots[account] = slot
    accounts.append(account)
    return slot
  }
}
