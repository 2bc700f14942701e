import FieldhouseKit

/// How many transactions change a row, how many at once, and whether each publishes a live event.
struct Publishing: RouteInput {
  var times: Int
  var width: Int
  var publishes: Bool
}

/// How long one transaction took, all divided by their count, in microseconds.
struct PublishingTime: RouteOutput, Decodable {
  var microseconds: Double
}

extension BenchPlugin {
  func liveRoutes(_ routes: inout Routes) {
    routes.action("/publications", "Changes rows and tells those who watch", access: .everyone) {
      [host] (input: Publishing, _) in
      let start = ContinuousClock.now
      try await withThrowingTaskGroup { group in
        for task in 0..<input.width {
          group.addTask {
            for number in 0..<input.times / input.width {
              try await Self.change(task + 1, number, publishes: input.publishes, host.storage)
            }
          }
        }
        try await group.waitForAll()
      }
      return PublishingTime(microseconds: (ContinuousClock.now - start) / .microseconds(input.times))
    }
  }

  private static func change(_ row: Int, _ number: Int, publishes: Bool, _ storage: any Storage) async throws {
    try await storage.write { transaction in
      try await transaction.execute("update items set value = \(String(number)) where id = \(row)")
      if publishes { try await transaction.publish("told", LiveEvent("changed", ["number": .integer(Int64(number))])) }
    }
  }
}
