internal import FieldhouseKit

/// A manifest declares nothing twice, and the schemas of its events and questions are usable.
struct DuplicateCheck {
  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let parts = draft.manifest.contributions
    let lists: [(ProblemCode, String, String, [String])] = [
      (.routeDuplicate, "routes", "route", parts.routes.map(\.shape)),
      (.boardDuplicate, "boards", "board", parts.boards.map(\.id)),
      (.topicDuplicate, "topics", "topic", parts.topics.map { PathShape.of($0.name) }),
      (.eventDuplicate, "events", "event", parts.events.map(\.name)),
      (.scheduleDuplicate, "schedules", "schedule", parts.schedules),
      (.notificationDuplicate, "notifications", "notification", parts.notifications.map(\.kind)),
      (.questionDuplicate, "questions", "question", parts.questions.map(\.name)),
      (.askDuplicate, "asks", "question asked", parts.asks.map(\.question)),
      (.scopeDuplicate, "scopes", "scope", parts.rights.scopes.map(\.kind)),
      (.permissionDuplicate, "permissions", "permission", parts.rights.permissions.map(\.name)),
      (.roleDuplicate, "roles", "role", parts.rights.roles.map(\.name)),
      (.groupDuplicate, "groups", "kind of group", parts.groups.map(\.kind)),
      (.feedDuplicate, "feeds", "kind of thing with a feed", parts.feeds.map(\.kind)),
      (.shareDuplicate, "shares", "page that is shared", parts.shares.map { PathShape.of($0.page) }),
      (.pageDuplicate, "pages", "page", parts.pages.map { PathShape.of($0.path) }),
      (.gameTypeDuplicate, "gameTypes", "game type", parts.gameTypes.map(\.id)),
    ]
    return lists.flatMap { duplicates(draft, $0.0, ["contributions", $0.1], $0.2, $0.3) }
      + rules(draft) + parameters(draft) + payloads(draft)
  }

  private func duplicates(
    _ draft: PluginDraft, _ code: ProblemCode, _ list: JSONPointer, _ noun: String, _ names: [String]
  ) -> [ManifestProblem] {
    var first: [String: Int] = [:]
    return names.enumerated().compactMap { index, name in
      guard let earlier = first[name] else {
        first[name] = index
        return nil
      }
      return duplicate(draft, code, list.appending(index), noun, name, list.appending(earlier))
    }
  }

  private func duplicate(
    _ draft: PluginDraft, _ code: ProblemCode, _ pointer: JSONPointer, _ noun: String, _ name: String,
    _ earlier: JSONPointer
  ) -> ManifestProblem {
    draft.source.problem(
      code, at: pointer, "The \(noun) \"\(name)\" is declared twice.", found: draft.source.found(pointer),
      expected: "each \(noun) once; the first is at \(earlier)", remedy: "Remove one of the two.")
  }

  private func rules(_ draft: PluginDraft) -> [ManifestProblem] {
    var first: [String: JSONPointer] = [:]
    var problems: [ManifestProblem] = []
    for (pointer, declaration) in draft.manifest.ruleFunctions {
      let earlier = first[declaration.name]
      if let earlier { problems.append(duplicate(draft, .ruleDuplicate, pointer, "rule", declaration.name, earlier)) }
      first[declaration.name] = earlier ?? pointer
    }
    return problems
  }

  private func parameters(_ draft: PluginDraft) -> [ManifestProblem] {
    draft.manifest.contributions.routes.enumerated().compactMap { index, route in
      guard Set(route.parameters).count < route.parameters.count else { return nil }
      return draft.source.problem(
        .routeParameterRepeated, at: JSONPointer(["contributions", "routes"]).appending(index),
        "The route \(route) has two parameters of one name.", found: "\"\(route)\"", expected: "each parameter once",
        remedy: "Give each parameter a name of its own.")
    }
  }

  private func payloads(_ draft: PluginDraft) -> [ManifestProblem] {
    draft.manifest.schemas.compactMap { pointer, schema in
      do throws(SchemaError) {
        _ = try CompiledSchema(schema)
        return nil
      } catch {
        return draft.source.unusableSchema(at: pointer, error)
      }
    }
  }
}

extension Manifest {
  /// Every rule function with the pointer to its declaration.
  var ruleFunctions: [(JSONPointer, RuleDeclaration)] {
    contributions.rules.enumerated().flatMap { index, module in
      module.functions.enumerated().map { position, function in
        (Self.pointer(toModule: index).appending("functions").appending(position), function)
      }
    }
  }

  /// The schemas of its events, questions and what it asks, with their pointers.
  fileprivate var schemas: [(JSONPointer, Schema)] {
    contributions.events.enumerated().compactMap { index, event in
      event.payload.map { (["contributions", "events", "\(index)", "payload"], $0) }
    }
      + contributions.questions.enumerated().flatMap { index, question in
        let place: JSONPointer = ["contributions", "questions", "\(index)"]
        return [(place.appending("input"), question.input), (place.appending("answer"), question.answer)]
      }
      + contributions.asks.enumerated().flatMap { index, ask in
        let place: JSONPointer = ["contributions", "asks", "\(index)"]
        return [(place.appending("input"), ask.input), (place.appending("answer"), ask.answer)].compactMap {
          way, schema in
          schema.map { (way, $0) }
        }
      }
  }

  /// The pointer to a rule module.
  static func pointer(toModule index: Int) -> JSONPointer {
    JSONPointer(["contributions", "rules"]).appending(index)
  }
}
