public import FieldhouseKit

/// Stands for the plugin that keeps activities: it tells what was written down through its routes, and falls silent when it is told to.
public struct Steps: Plugin {
  let host: PluginHost

  public init(host: PluginHost) throws { self.host = host }

  public func routes(_ routes: inout Routes) {
    routes.put("/activities/{id}", "Write an activity down", access: .guest) { (input: Written, call, transaction) in
      try await keep(input, of: try call.account.id, in: transaction)
      return NoContent()
    }
    routes.delete("/activities/{id}", "Take an activity back", access: .guest) { (input: Named, call, transaction) in
      let account = try call.account.id
      let rows = try await transaction.query(
        "delete from activities where id = \(input.id) and account = \(account) returning start")
      for row in rows { try await tell(account, at: try row["start"], in: transaction) }
      return NoContent()
    }
    routes.put("/places", "Say where I was", access: .guest) { (input: Been, call, transaction) in
      let account = try call.account.id
      try await transaction.execute(
        """
        insert into places (account, cell, start, ends)
        values (\(account), \(input.cell), \(input.from), \(input.before))
        """)
      try await tell(account, at: input.from, in: transaction)
      return NoContent()
    }
    routes.put("/silence/{name}", "Answer no question of this name", access: .guest) {
      (input: Silenced, _, transaction) in
      try await transaction.execute("insert into silences (name) values (\(input.name)) on conflict do nothing")
      return NoContent()
    }
    routes.delete("/silence/{name}", "Answer it again", access: .guest) { (input: Silenced, _, transaction) in
      try await transaction.execute("delete from silences where name = \(input.name)")
      return NoContent()
    }
  }

  public func answers(_ answers: inout Answers) {
    answers.add("activities") { question in
      let rows = try await rows(
        "activities",
        """
        select body from activities where account = \(question.person) and start >= \(question.from)
        and start < \(question.before) order by start
        """)
      return ["activities": .array(try rows.map { try JSON(parsing: try $0["body"]) }), "isComplete": true]
    }
    answers.add("places") { question in
      let rows = try await rows(
        "places",
        """
        select cell, start, ends from places where account = \(question.person) and start >= \(question.from)
        and start < \(question.before) order by start
        """)
      return [
        "places": .array(
          try rows.map { row in
            [
              "cell": .string(try row["cell"]), "from": .integer(try row["start"]), "before": .integer(try row["ends"]),
            ]
          })
      ]
    }
    answers.add("route") { question in
      _ = try await rows("route", "select 1 as one")
      return [
        "points": .array(
          (0..<20).map { step in [.number(52 + Double(step) / 1_000), .number(4.9 + Double(step * step % 11) / 1_000)] }
        )
      ]
    }
  }

  /// - Throws: while the question is silent.
  private func rows(_ question: String, _ query: SQL) async throws -> [Row] {
    try await host.storage.read { transaction in
      if try await transaction.first("select 1 from silences where name = \(question)") != nil {
        throw Problem(status: 500, code: "silent", detail: "Nothing is said.")
      }
      return try await transaction.query(query)
    }
  }

  private func keep(_ input: Written, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into activities (id, account, start, body)
      values (\(input.id), \(account), \(input.start), \(input.body.serialized()))
      on conflict (id) do update set start = excluded.start, body = excluded.body
      """)
    try await tell(account, at: input.start, in: transaction)
  }

  private func tell(_ account: AccountID, at start: Int64, in transaction: any Transaction) async throws {
    try await transaction.emit(
      Event(
        name: "activities-changed",
        payload: ["account": .string(account.text), "from": .integer(start), "before": .integer(start + 1)]))
  }
}

extension Question {
  fileprivate var from: Int64 { input["from"]?.int.map(Int64.init) ?? 0 }
  fileprivate var before: Int64 { input["before"]?.int.map(Int64.init) ?? 0 }
}

struct Written: RouteInput {
  var id: String
  var start: Int64
  /// The activity as it is told.
  var body: JSON
}

struct Named: RouteInput {
  var id: String
}

struct Been: RouteInput {
  var cell: String
  var from: Int64
  var before: Int64
}

struct Silenced: RouteInput {
  var name: String
}

@c(steps_plugin)
public func stepsPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Steps.self) }
