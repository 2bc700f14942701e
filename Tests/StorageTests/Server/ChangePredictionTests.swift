internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Predicting how many rows a statement changes")
struct ChangePredictionTests {
  private let add = SQL(text: "update t set n = n + ?1 where id = ?2", values: [.integer(1), .integer(2)])

  private func learned(_ sql: SQL, _ counts: [Int]) -> ChangePredictions {
    let predictions = ChangePredictions()
    for count in counts { predictions.note(sql, changed: count) }
    return predictions
  }

  @Test(arguments: 0...10)
  func `begins with the eighth time in a row`(_ times: Int) {
    let predictions = learned(add, [Int](repeating: 1, count: times))
    #expect(predictions.prediction(of: add.text)?.changed == (times >= 8 ? 1 : nil))
  }

  @Test func `begins anew when another count was seen`() {
    let predictions = learned(add, [Int](repeating: 1, count: 20) + [0])
    #expect(predictions.prediction(of: add.text) == nil)
    for _ in 0..<6 { predictions.note(add, changed: 0) }
    #expect(predictions.prediction(of: add.text) == nil)
    predictions.note(add, changed: 0)
    #expect(predictions.prediction(of: add.text)?.changed == 0)
  }

  @Test func `begins anew when it was wrong, after twice as many times each time`() {
    let predictions = learned(add, [Int](repeating: 1, count: 8))
    for needed in [16, 32, 64, 128, 256, 512, 1_024, 1_024] {
      predictions.forget(add.text)
      #expect(predictions.prediction(of: add.text) == nil)
      for _ in 1..<needed { predictions.note(add, changed: 1) }
      #expect(predictions.prediction(of: add.text) == nil)
      predictions.note(add, changed: 1)
      #expect(predictions.prediction(of: add.text) != nil)
    }
  }

  @Test(arguments: [
    "select 1", "with a as (select 1) select * from a", "insert into t values (1) returning id", "values (1)",
    "update t set a = 1; delete from t", "create table t (a integer)",
  ])
  func `is not made of what cannot be part of another statement`(_ text: String) {
    let sql = SQL(text: text, values: [])
    #expect(learned(sql, [Int](repeating: 1, count: 20)).prediction(of: text) == nil)
  }

  @Test func `numbers the placeholders it adds after the statement's own`() throws {
    let prediction = try #require(learned(add, [Int](repeating: 1, count: 8)).prediction(of: add.text))
    #expect(prediction.guarded.contains("count(*) = ?3"))
    #expect(!prediction.guarded.contains("?4"))
    #expect(prediction.recorded.contains("values (?4, ?5,"))
    #expect(prediction.guarded.contains(add.text))
    #expect(PredictedChange(sql: add, prediction: prediction).values == add.values + [.integer(1)])
  }

  @Test func `keeps 256 statements and no more`() {
    let predictions = ChangePredictions()
    for number in 0..<300 {
      let sql = SQL(text: "delete from t\(number)", values: [])
      for _ in 0..<8 { predictions.note(sql, changed: 1) }
    }
    #expect(predictions.prediction(of: "delete from t255") != nil)
    #expect(predictions.prediction(of: "delete from t256") == nil)
  }

  @Test func `is tried without a connection while most transactions are one predicted statement`() {
    let predictions = ChangePredictions()
    #expect(!predictions.areCommon)
    for _ in 0..<7 { predictions.note(promises: true) }
    #expect(!predictions.areCommon)
    predictions.note(promises: true)
    #expect(predictions.areCommon)
    for _ in 0..<1_000 { predictions.note(promises: true) }
    for _ in 0..<12 { predictions.note(promises: false) }
    #expect(predictions.areCommon)
    predictions.note(promises: false)
    #expect(!predictions.areCommon)
    for _ in 0..<100 { predictions.note(promises: false) }
    for _ in 0..<8 { predictions.note(promises: true) }
    #expect(predictions.areCommon)
  }
}

@Suite("The statements a connection has prepared")
struct PreparedStatementTests {
  private func key(_ text: String, _ namespace: String = "a", _ authority: Authority = .reading, types: [UInt32] = [])
    -> PreparedStatements.Key
  { .init(namespace: namespace, authority: authority, text: text, types: types) }

  @Test func `are told apart by namespace, right, text and types`() {
    var statements = PreparedStatements()
    let keys = [
      key("select 1"), key("select 2"), key("select 1", "b"), key("select 1", "a", .writing),
      key("select 1", types: [20]), key("select 1", types: [25]),
    ]
    let names = keys.map { statements.add($0).name }
    #expect(Set(names).count == keys.count)
    #expect(keys.map { statements.find($0) } == names)
    statements.remove(keys[0])
    #expect(statements.find(keys[0]) == nil)
    #expect(statements.find(keys[1]) == names[1])
  }

  @Test func `number 256; then the one that was used least lately goes`() {
    var statements = PreparedStatements()
    for number in 0..<256 { #expect(statements.add(key("\(number)")).forgotten == nil) }
    let first = statements.find(key("0"))
    let second = statements.add(key("new")).forgotten
    #expect(first != nil)
    #expect(second != nil)
    #expect(statements.find(key("0")) == first)
    #expect(statements.find(key("1")) == nil)
    #expect(statements.find(key("2")) != nil)
  }
}
