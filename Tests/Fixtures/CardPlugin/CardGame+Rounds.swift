import FieldhouseKit

// Rounds, which are watched by whom the plugin lets, and by nobody whom it has not been told of.
extension CardGame {
  func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool {
    guard topic.pattern == "rounds/{round}", let round = topic.parameters["round"], let caller else { return false }
    return try await host.storage.read { transaction in
      try await transaction.first(
        "select 1 from watchers where round = \(round) and account = \(caller.account.id)") != nil
    }
  }

  func rounds(_ routes: inout Routes) {
    routes.put("/rounds/{round}/watchers/{id}", "Let somebody watch a round", access: .guest) {
      [host] (input: WatcherInput, _) in
      try await host.storage.write {
        try await $0.execute("insert into watchers values (\(input.round), \(input.id)) on conflict do nothing")
      }
      return NoContent()
    }
    routes.delete("/rounds/{round}/watchers/{id}", "Let somebody watch a round no more", access: .guest) {
      [host] (input: WatcherInput, _) in
      try await host.storage.write { transaction in
        try await transaction.execute("delete from watchers where round = \(input.round) and account = \(input.id)")
        try await transaction.reviewWatchers(of: "rounds/\(input.round)")
      }
      return NoContent()
    }
    routes.action("/rounds/{round}/holes", "Tell those who watch of many holes", access: .guest) {
      [host] (input: HolesInput, _) in
      try await host.storage.write { transaction in
        for hole in 1...input.holes {
          try await transaction.publish("rounds/\(input.round)", LiveEvent("hole", .integer(Int64(hole))))
        }
      }
      return NoContent()
    }
  }
}

struct WatcherInput: RouteInput {
  var round: String
  var id: String
}

struct HolesInput: RouteInput {
  var round: String
  var holes: Int
}
