import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `What operators decided` {
  private func decision(_ text: String, secrets: String? = nil) -> OperatorRecords.Decision {
    OperatorRecords.Decision(
      subject: "plugin/a", text: text, secrets: secrets, action: "plugin.changed", actor: "operator",
      detail: "a \(text)")
  }

  @Test(.tags(.pl67)) func `is kept with its entry in the audit trail, and its secrets sealed`() async throws {
    try await World.with { world in
      let records = world.accounts.operatorRecords
      #expect(try await records.state() == OperatorRecords.State())
      try await records.write(decision("one", secrets: "sesame"), after: 0)
      try await records.write(decision("two", secrets: "sesame"), after: 1)
      let state = try await records.state()
      #expect(state.change == 2)
      let record = try #require(state.records["plugin/a"])
      #expect(record.text == "two" && record.secrets == "sesame" && record.version == 2)
      let (stored, trail) = try await world.storage.read { transaction in
        (
          try await transaction.query("select secrets from operator_records").map { try $0[0] as String },
          try await transaction.query("select detail from audit where action = 'plugin.changed' order by sequence").map
          {
            try $0[0] as String
          }
        )
      }
      #expect(stored.count == 1 && stored.allSatisfy { !$0.contains("sesame") })
      #expect(trail == ["a one", "a two"])
    }
  }

  @Test(.tags(.pl67)) func `is not overwritten by who has not seen it, and then leaves no entry`() async throws {
    try await World.with { world in
      let records = world.accounts.operatorRecords
      async let first = written(records, "first")
      async let second = written(records, "second")
      #expect(try await [first, second].count { $0 } == 1)
      #expect(try await !written(records, "third"))
      let state = try await records.state()
      #expect(state.change == 1 && state.records["plugin/a"]?.version == 1)
      let count = try await world.storage.read {
        try await $0.query("select sequence from audit where action = 'plugin.changed'").count
      }
      #expect(count == 1)
    }
  }

  /// Whether it was written by who has seen nothing.
  private func written(_ records: OperatorRecords, _ text: String) async throws -> Bool {
    do {
      try await records.write(decision(text), after: 0)
      return true
    } catch is OperatorRecords.Overtaken {
      return false
    }
  }
}
