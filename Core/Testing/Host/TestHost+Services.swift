public import FieldhouseKit
import Foundation

// What can be seen of the services.
extension TestHost {
  /// The first rows of a board, best first.
  /// - Parameters:
  ///   - board: the board's name in the manifest of the first plugin. Boards of others: ``services(of:)``.
  ///   - partition: the part of the board; `""` is the whole.
  ///   - limit: 1 to 100.
  /// - Throws: ``Problem`` 404 `board-unknown`.
  public func board(_ board: String, partition: String = "", limit: Int = 100) async throws -> [BoardEntry] {
    try await services.leaderboards.page(BoardQuery(board: board, partition: partition, limit: limit)).items
  }

  /// A person's notifications as the person gets them, newest first; 100 at most. ``settled()`` before, or what has just
  /// been sent may be missing.
  /// - Throws: ``TestHostError`` when the person may not read them.
  public func inbox(of person: TestPerson) async throws -> [JSON] {
    let reply = try await get("/v1/me/notifications?limit=100", as: person)
    guard reply.status == 200 else { throw TestHostError("The inbox", reply) }
    return reply.items
  }

  /// Gives a person a role of a plugin as an operator does.
  /// - Parameters:
  ///   - role: the plugin's id and the role, such as `card-game.marshal`.
  ///   - scope: what it is held in.
  /// - Throws: ``TestHostError`` for a role that there is not, or not there.
  public func give(_ role: String, to person: TestPerson, in scope: Scope = .host) async throws {
    let name = role.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let reply = try await put(
      "/v1/people/\(person.id)/roles/\(name)", ["scope": .string(scope.description)], as: `operator`)
    guard reply.status == 204 else { throw TestHostError("Giving \(role)", reply) }
  }
}
