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

  /// What a connection has prepared by now, each statement in batch 0.
  private func prepared(_ keys: [PreparedStatements.Key]) -> (PreparedStatements, [PreparedStatements.Naming]) {
    var statements = PreparedStatements()
    let namings = keys.map { statements.add($0, in: 0) }
    for naming in namings { statements.confirm(naming) }
    return (statements, namings)
  }

  /// What the server is told to forget once a batch is to prepare one more.
  private func forgotten(by text: String, in batch: Int, _ statements: inout PreparedStatements) -> [String] {
    _ = statements.add(key(text), in: batch)
    return statements.takeSuperfluous()
  }

  @Test func `are told apart by namespace, right, text and types`() {
    let keys = [
      key("select 1"), key("select 2"), key("select 1", "b"), key("select 1", "a", .writing),
      key("select 1", types: [20]), key("select 1", types: [25]),
    ]
    var (statements, namings) = prepared(keys)
    let names = namings.map(\.name)
    #expect(Set(names).count == keys.count)
    #expect(keys.map { statements.find($0, in: 1) } == names)
  }

  @Test func `number 256; then the one that was used least lately goes`() {
    var (statements, _) = prepared((0..<256).map { key("\($0)") })
    let first = statements.find(key("0"), in: 1)
    let second = statements.find(key("1"), in: 1)
    _ = statements.find(key("0"), in: 1)
    for number in 2..<256 { _ = statements.find(key("\(number)"), in: 1) }
    let forgotten = forgotten(by: "new", in: 1, &statements)
    #expect(first != nil)
    #expect(forgotten == [second])
    #expect(statements.find(key("0"), in: 1) == first)
    #expect(statements.find(key("1"), in: 1) == nil)
    #expect(statements.find(key("2"), in: 1) != nil)
  }

  @Test func `serve the batch that prepares them at once, and others when the server has`() {
    var statements = PreparedStatements()
    let naming = statements.add(key("select 1"), in: 4)
    #expect(statements.find(key("select 1"), in: 4) == naming.name)
    #expect(statements.find(key("select 1"), in: 5) == nil)
    statements.confirm(naming)
    #expect(statements.find(key("select 1"), in: 5) == naming.name)
    #expect(forgotten(by: "select 2", in: 5, &statements) == [])
  }

  @Test func `that a batch has failed before are there for nobody, and those that two have prepared are there once`() {
    var statements = PreparedStatements()
    let failed = statements.add(key("select 1"), in: 0)
    let next = statements.add(key("select 1"), in: 1)
    #expect(failed.name != next.name)
    statements.remove(failed)
    #expect(statements.find(key("select 1"), in: 1) == next.name)
    statements.remove(next)
    #expect(statements.find(key("select 1"), in: 1) == nil)
    // Both batches come through: the first of the two is forgotten.
    let (first, second) = (statements.add(key("select 1"), in: 2), statements.add(key("select 1"), in: 3))
    statements.confirm(first)
    #expect(statements.find(key("select 1"), in: 4) == nil)
    statements.confirm(second)
    #expect(statements.find(key("select 1"), in: 4) == second.name)
    #expect(forgotten(by: "select 2", in: 4, &statements) == [first.name])
    // What was to be forgotten in a batch that fails is to be forgotten again.
    statements.keep(first.name)
    #expect(forgotten(by: "select 3", in: 5, &statements) == [first.name])
    #expect(forgotten(by: "select 4", in: 5, &statements) == [])
  }
}
