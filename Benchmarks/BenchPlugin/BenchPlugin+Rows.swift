import FieldhouseKit

/// A row as it is stored.
struct StoredRow: RouteInput, RouteOutput {
  var id: Int
  var value: String
}

/// The id of a row.
struct RowID: RouteInput {
  var id: Int
}

extension BenchPlugin {
  func rowRoutes(_ routes: inout Routes) {
    routes.post("/rows", "Stores a row", access: .everyone) { (row: StoredRow, _, transaction) in
      try await transaction.execute(
        """
        insert into items (id, value) values (\(row.id), \(row.value))
        on conflict (id) do update set value = excluded.value
        """)
      return row
    }
    routes.get("/rows/{id}", "Reads a row", access: .everyone) { [storage = host.storage] (input: RowID, _) in
      let row = try await storage.read { try await $0.first("select value from items where id = \(input.id)") }
      guard let row else { throw Problem.notFound("row-unknown", "There is no row \(input.id).") }
      return StoredRow(id: input.id, value: try row[0])
    }
    routes.put("/rows/{id}", "Changes a row", access: .everyone) { [storage = host.storage] (row: StoredRow, _) in
      try await storage.write { transaction in
        _ = try await transaction.execute("update items set value = \(row.value) where id = \(row.id)")
      }
      return row
    }
  }
}
