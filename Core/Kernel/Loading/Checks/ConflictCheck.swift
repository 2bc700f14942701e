internal import FieldhouseKit

/// No two enabled plugins claim the same thing. Of two that do, the one whose manifest comes later by name is left out,
/// so that an addition does not take down what was there.
struct ConflictCheck {
  private struct Claim {
    let code: ProblemCode
    let pointer: JSONPointer
    let noun: String
    let name: String
  }

  private struct Key: Hashable {
    let code: ProblemCode
    let name: String
  }

  /// The problems of all plugins together, each at the later claim.
  func problems(_ drafts: [PluginDraft]) -> [ManifestProblem] {
    var owners: [Key: PluginDraft] = [:]
    var problems: [ManifestProblem] = []
    for draft in drafts {
      for claim in Self.claims(draft.manifest) {
        let key = Key(code: claim.code, name: claim.name)
        if let owner = owners[key], owner.id != draft.id {
          problems.append(problem(draft, claim, owner))
        } else {
          owners[key] = draft
        }
      }
    }
    return problems
  }

  private func problem(_ draft: PluginDraft, _ claim: Claim, _ owner: PluginDraft) -> ManifestProblem {
    draft.source.problem(
      claim.code, at: claim.pointer, "The \(claim.noun) \"\(claim.name)\" already belongs to \"\(owner.id)\".",
      found: draft.source.found(claim.pointer), expected: "one that \"\(owner.id)\" does not claim",
      remedy: "Disable one of the two plugins, or have its author choose another name.")
  }

  private static func claims(_ manifest: Manifest) -> [Claim] {
    let parts = manifest.contributions
    let area = manifest.area
    let symbol = Claim(
      code: .symbolConflict, pointer: ["library", "symbol"], noun: "entry symbol", name: manifest.library.symbol)
    return [symbol]
      + claims(.routeConflict, "routes", "route", parts.routes.map { name(of: $0, in: area) })
      + claims(.boardConflict, "boards", "board", parts.boards.map { "\(area)/\($0.id)" })
      + claims(.topicConflict, "topics", "topic", parts.topics.map { "\(area)/\(PathShape.of($0.name))" })
      + claims(.eventConflict, "events", "event", parts.events.map { "\(area).\($0.name)" })
      + claims(.pageConflict, "pages", "page", parts.pages.map { "/\(area)\(PathShape.of($0.path))" })
      + claims(.gameTypeConflict, "gameTypes", "game type", parts.gameTypes.map { "\(area)/\($0.id)" })
  }

  private static func claims(_ code: ProblemCode, _ list: String, _ noun: String, _ names: [String]) -> [Claim] {
    names.enumerated().map { index, name in
      Claim(code: code, pointer: JSONPointer(["contributions", list]).appending(index), noun: noun, name: name)
    }
  }

  private static func name(of route: RouteDeclaration, in area: String) -> String {
    "\(route.method) /v1/\(area)\(PathShape.of(route.path))"
  }
}
