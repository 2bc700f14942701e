internal import FieldhouseKit

extension ServerNamespace {
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    if singles.areKnown, !StorageUpkeep.isLooking {
      let reading = TentativeReading(self)
      let result: Result<Value, any Error>
      do { result = .success(try await body(reading)) } catch { result = .failure(error) }
      if !reading.isStopped { return try result.get() }
    }
    return try await snapshot { [singles] transaction in
      let transaction = ServerReadTransaction(transaction, singles)
      let value = try await body(transaction)
      transaction.end()
      return value
    }
  }

  /// The rows of a query that is sent together with others'; nil when that failed.
  func answer(_ sql: SQL) async -> [Row]? { await reads.add(sql) { await answers($0) } }

  /// Answers queries in one round trip on one snapshot. When one of them fails none is answered.
  private func answers(_ queries: [SQL]) async -> [[Row]?] {
    let meter = AnswerMeter(namespace.id, namespace.queryLimits)
    let attempt = await onConnection { connection -> Attempt<[[Row]?]> in
      do {
        return .done(try await connection.answer(queries, meter))
      } catch let error as ServerError {
        let place = error.place - 1
        if queries.indices.contains(place) { self.singles.forget(queries[place].text) }
        return .failed(error)
      } catch {
        for query in queries { self.singles.forget(query.text) }
        return .failed(error)
      }
    }
    if case .done(let rows) = attempt { return rows }
    return [[Row]?](repeating: nil, count: queries.count)
  }
}

extension ServerConnection {
  fileprivate func answer(_ queries: [SQL], _ meter: AnswerMeter) async throws -> [[Row]?] {
    do {
      try queue("begin isolation level repeatable read read only", [], as: .host)
      for query in queries { try queue(query.text, query.values, as: .reading, meter) }
      try queue("commit", [], as: .host)
      return try await replies().dropFirst().dropLast().map(\.rows)
    } catch {
      if !(error is ServerError) { close() }
      throw error
    }
  }
}
