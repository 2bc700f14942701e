import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

extension SoccerWorld {
  /// A group with the English league that one person has founded, with others in it.
  func group(of founder: String, with members: String...) async throws -> String {
    let (root, admin) = ("/v1/groups/soccer-predictions", try await person(founder))
    let reply = try await host.post("\(root)/", ["kind": "prediction-group", "name": "Tippers"], as: admin)
    let group = try #require(reply["id"]?.string)
    for name in members {
      let member = try await person(name)
      #expect(try await host.put("\(root)/\(group)/members/\(member.id)", as: admin).status == 204)
    }
    try await call(.put, "/groups/\(group)/leagues/en.1", as: founder)
    return group
  }

  /// The table of a group as somebody in it sees it: of each row the name and some members.
  func table(_ group: String, _ query: String, as name: String, _ members: String...) async throws -> [String] {
    let page = try await call(.get, "/groups/\(group)/board?league=en.1\(query)", as: name)
    return (page["items"]?.array ?? []).map { row in
      ([row["account"]?["name"]?.string ?? ""] + members.map { row[$0].map(\.description) ?? "-" })
        .joined(separator: " ")
    }
  }
}
