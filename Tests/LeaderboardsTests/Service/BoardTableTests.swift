import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseLeaderboards

@Suite struct `The tables behind a board` {
  @Test func `number accounts and give the text back`() {
    var table = AccountTable()
    let ids = (0..<5000).map { AccountID("account-\($0 * 7)") }
    #expect(ids.map { table.assign($0) } == Array(0..<5000))
    #expect(ids.map { table.assign($0) } == Array(0..<5000))
    #expect((0..<5000).map { AccountID(table.text($0)) } == ids)
    #expect(table.number(of: AccountID("account-1")) == nil)
  }

  @Test func `forget the text of an account and number it anew when it comes back`() {
    var table = AccountTable()
    for number in 0..<100 { _ = table.assign(AccountID("a\(number)")) }
    table.forget(AccountID("a40"))
    #expect(table.number(of: AccountID("a40")) == nil)
    #expect(!table.text(40).contains("a40"))
    let again = table.assign(AccountID("a40"))
    #expect(again == 100)
    #expect((0..<100).filter { $0 != 40 }.allSatisfy { table.number(of: AccountID("a\($0)")) == UInt32($0) })
  }

  @Test func `know an account by the bytes of its id as well`() {
    var table = AccountTable()
    for number in 0..<2000 {
      var text = "p\(number)"
      let given = text.withUTF8 { table.assign(utf8: $0) }
      #expect(given == UInt32(number))
      if number % 7 == 0 { table.forget(AccountID(text)) }
    }
    #expect((0..<2000).allSatisfy { (table.number(of: AccountID("p\($0)")) == nil) == ($0 % 7 == 0) })
  }

  @Test func `give every text back, packed or not`() {
    var table = AccountTable()
    let texts = ["", "a", "ab", "abc", "abcd", "Zürich", "a b", "-_-_-", String(repeating: "x", count: 300), "p0019"]
    #expect(texts.map { table.assign(AccountID($0)) } == Array(0..<UInt32(texts.count)))
    #expect((0..<UInt32(texts.count)).map { table.text($0) } == texts)
    #expect(texts.map { table.number(of: AccountID($0)) } == Array(0..<UInt32(texts.count)))
    #expect(table.number(of: AccountID("aA")) == nil)
  }

  @Test func `take at most 64 bytes a person on a board without tie-breaks, the ids among them`() {
    let ids = (0..<100_000).map { AccountID("p" + String(String($0 + 1_000_000_000).reversed()) + "000000000") }
    var accounts = AccountTable()
    let numbers = ContiguousArray(ids.map { accounts.assign($0) })
    var table = KeyTable(order: RankOrder())
    for number in numbers { table.append(RankKey(score: Int64(number % 977), achievedAt: Int64(number))) }
    let part = BoardPart(number: 0, order: RankOrder(), accounts: numbers, keys: table)
    #expect((part.index.byteCount + part.slots.byteCount + accounts.byteCount) / 100_000 <= 64)
  }

  @Test func `give slots densely whatever the numbers of the accounts`() {
    var map = SlotMap()
    let accounts = (0..<3000).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) }
    #expect(accounts.map { map.assign($0) } == Array(0..<3000))
    #expect(accounts.map { map.slot(of: $0) } == Array(0..<3000))
    #expect((0..<3000).map { map.account(of: $0) } == accounts)
    #expect(map.slot(of: 1) == nil)
  }

  @Test func `take at most 64 bytes an entry with two tie-breaks, made at once or one by one`() {
    let order = RankOrder(tieBreaks: [.descending, .descending])
    let keys = (0..<100_000).map { RankKey(score: Int64($0 % 977), tieBreaks: [1, 2], achievedAt: Int64($0)) }
    var table = KeyTable(order: order)
    for key in keys { table.append(key) }
    let built = BoardPart(number: 0, order: order, accounts: ContiguousArray(0..<100_000), keys: table)
    #expect((built.index.byteCount + built.slots.byteCount) / 100_000 <= 64)
    var sparse = BoardPart(number: 0, order: order)
    sparse.set(slot: sparse.slots.assign(4_000_000_000), key: keys[0])
    #expect(sparse.index.byteCount + sparse.slots.byteCount < 10_000)
  }

  @Test func `give accounts that come in order their own numbers as slots, and mix them with others`() {
    var map = SlotMap()
    let isDistinct = map.assignAll([0, 1, 2, 9, 4, 3])
    #expect(isDistinct)
    #expect([0, 1, 2, 9, 4, 3].map { map.slot(of: $0) } == [0, 1, 2, 3, 4, 5])
    #expect((0..<6).map { map.account(of: $0) } == [0, 1, 2, 9, 4, 3])
    let more = [5, 9, 2, 6].map { map.assign($0) }
    #expect(more == [6, 3, 2, 7])
    #expect(map.slot(of: 7) == nil)
    #expect(map.count == 8)
    var twice = SlotMap()
    let isTwice = twice.assignAll([0, 1, 1, 2])
    #expect(!isTwice)
    #expect(twice.count == 3)
  }

  @Test func `find the position of a key that is not on the board`() {
    var random = SeededRandom(seed: 5)
    let order = RankOrder(score: .descending, tieBreaks: [.ascending])
    let key = { (random: inout SeededRandom) in
      RankKey(
        score: .random(in: -3...3, using: &random), tieBreaks: [.random(in: -1...1, using: &random)],
        achievedAt: .random(in: 0...2, using: &random))
    }
    let entries = (0..<300).map { (slot: UInt32($0), key: key(&random)) }
    let index = RankIndex(order: order, entries: entries, blockCapacity: 8)
    for slot in 0..<UInt32(400) {
      let sought = key(&random)
      let before = entries.filter { order.precedes($0.key, $0.slot, sought, slot) }.count
      let isThere = entries.contains { $0.slot == slot && $0.key == sought }
      #expect(index.position(before: sought, slot) == before)
      #expect(index.position(after: sought, slot) == before + (isThere ? 1 : 0))
    }
  }
}

@Suite struct `The details in memory` {
  @Test func `are bounded, and what was read stays longer`() {
    var cache = DetailsCache(capacity: 3)
    for key in 0..<3 { cache.change(UInt64(key), to: #"{"n":\#(key)}"#, isKept: true) }
    #expect(cache.details(0) == #"{"n":0}"#)
    cache.change(7, to: nil, isKept: true)
    #expect(cache.count == 3)
    #expect(cache.details(0) == #"{"n":0}"#)
    #expect(cache.details(1) == nil)
    #expect(cache.details(7) == "{}")
  }

  @Test func `are not taken from a read that a commit has overtaken`() {
    var cache = DetailsCache(capacity: 1)
    let load = cache.beginLoading([1, 2])
    cache.change(1, to: #"{"n":2}"#, isKept: false)
    cache.finishLoading(load, [1, 2], found: [1: #"{"n":1}"#])
    #expect(cache.details(1) == nil)
    let second = cache.beginLoading([1])
    cache.finishLoading(second, [1], found: [1: #"{"n":2}"#])
    #expect(cache.details(1) == #"{"n":2}"#)
    cache.remove(1)
    #expect(cache.details(1) == nil)
    #expect(cache.count == 0)
  }
}
