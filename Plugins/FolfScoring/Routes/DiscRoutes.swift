import FieldhouseKit

extension FolfScoring {
  func discRoutes(_ routes: inout Routes) {
    routes.get("/me/discs", "My discs, by their numbers", access: .account) { (_: NoInput, call) in
      try await bag(of: try call.account.id)
    }
    routes.post("/me/discs", "Put a disc into my bag", access: .account, problems: [.bagFull]) {
      (input: DiscInput, call, transaction) in
      let name = try input.name.trimmedName("/name")
      let number = try await DiscStore.add(name, input.kind, of: try call.account.id, at: call.now, in: transaction)
      guard let number else { throw Problem.bagFull }
      return DiscOutput(number: number, name: name, kind: input.kind, isGone: false)
    }
    routes.delete(
      "/me/discs/{number}", "Take a disc out of my bag; what was thrown with it stays in the statistics",
      access: .account,
      problems: [.discUnknown]
    ) { (input: DiscName, call, transaction) in
      guard try await DiscStore.remove(input.number, of: try call.account.id, in: transaction) else {
        throw Problem.discUnknown
      }
      return NoContent()
    }
    routes.get(
      "/people/{person}/discs", "The bag of a friend, or mine", access: .account, problems: [.notFound()]
    ) { (input: PersonName, call) in
      let person = try await shown(input.person, to: try call.account.id)
      let bag = try await bag(of: person)
      return Page(items: bag.items.filter { !$0.isGone })
    }
  }

  private func bag(of account: AccountID) async throws -> Page<DiscOutput> {
    let discs = try await host.storage.read { try await DiscStore.discs(of: account, in: $0) }
    return Page(items: discs.map { DiscOutput(number: $0.number, name: $0.name, kind: $0.kind, isGone: $0.isGone) })
  }
}

struct DiscInput: RouteInput {
  /// The mould, and whatever tells it from others.
  var name: String
  var kind: Disc.Kind

  static var schema: Schema {
    let name = Schema.string(minLength: 1, maxLength: 40).withMessage("A disc's name has 1 to 40 characters.")
    return .object([("name", name), ("kind", .discKind)], required: ["name", "kind"])
  }
}

struct DiscName: RouteInput {
  var number: Int
  static var schema: Schema { .object([("number", .integer(1...Int64(DiscBag.most)))], required: ["number"]) }
}

struct DiscOutput: RouteOutput, Decodable {
  /// In the bag, from 1; a disc keeps it.
  var number: Int
  var name: String
  var kind: Disc.Kind
  /// Whether it is in the bag no more.
  var isGone: Bool

  static var schema: Schema {
    .object(
      [("number", .integer()), ("name", .string()), ("kind", .discKind), ("isGone", .boolean)],
      required: ["number", "name", "kind", "isGone"])
  }
}

extension Schema {
  fileprivate static var discKind: Schema { .enumeration(Disc.Kind.allCases.map { .string($0.rawValue) }) }
}

extension Problem {
  fileprivate static var bagFull: Problem {
    .conflict("bag-full", "You have written down \(DiscBag.most) discs, which is as many as a bag keeps.")
  }
  fileprivate static var discUnknown: Problem { .notFound("disc-unknown", "There is no such disc in your bag.") }
}
