internal import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  /// What may be wrong with a link, or with whoever follows it.
  static let ended = [
    GroupProblem.linkUnknown, GroupProblem.linkRevoked, GroupProblem.linkExpired, GroupProblem.linkUsedUp,
  ]

  func linkRoutes(_ routes: inout Routes) {
    routes.post(
      "/{group}/links", "Make a link that lets people join", access: .account,
      problems: Self.guarded + [GroupProblem.archived, GroupProblem.linksMany]
    ) { [services] (input: LinkDraftInput, call, transaction) in
      let (ledger, gate) = try Self.open(transaction, call)
      let group = try await gate.demand(.invite, of: call.principal, in: input.group)
      let (me, secret) = (try call.account, GroupID.secret())
      let usual = call.now.addingTimeInterval(Double(GroupLink.usualDays) * 86_400)
      let link = try await ledger.makeLink(
        to: group, hash: services.digest(secret), until: input.expiresAt ?? usual, places: input.places, by: me.id)
      return LinkView(link, address: services.address(of: secret), by: me, at: call.now)
    }
    routes.get(
      "/{group}/links", "The links, the latest first, those that have ended lately too", access: .guest,
      problems: Self.guarded
    ) { [self] (input: GroupListInput, call) in try await links(input, call) }
    routes.delete(
      "/{group}/links/{link}", "Let nobody join through a link any more", access: .guest,
      problems: Self.guarded + [GroupProblem.linkUnknown]
    ) { [self] (input: GroupLinkInput, call) in
      try await change(input.group, .invite, call) { ledger, group, _ in
        try await ledger.revokeLink(input.link, of: group.id)
        return NoContent()
      }
    }
    routes.add(picture)
  }

  private func links(_ input: GroupListInput, _ call: Call) async throws -> Page<LinkView> {
    let group = try await gate(call).demand(.invite, of: call.principal, in: input.group)
    let limit = input.limit ?? 20
    let place = try input.after.map(HistoryPlace.init) ?? HistoryPlace.latest
    let found = try await rows.links(of: group.id, before: (place.at, place.id), limit: limit + 1)
    let shown = found.prefix(limit)
    let makers = try await people.accounts(Array(Set(shown.compactMap(\.maker))))
    let items = shown.map { link in LinkView(link, by: link.maker.flatMap { makers[$0] }, at: call.now) }
    let last = shown.last.map { HistoryPlace(at: $0.at.millisecondsSince1970, id: $0.id) }
    return Page(items: items, next: found.count > limit ? last?.text : nil)
  }

  func declareLinks(_ routes: inout Routes) {
    routes.post(
      "/{token}", "Join through a link", access: .guest, problems: Self.ended + [GroupProblem.linkUsed] + Self.entering
    ) { [self] (input: LinkJoinInput, call, transaction) in
      let ledger = try Self.ledger(transaction)
      let group = try await ledger.join(
        try call.account.id, throughLink: services.digest(input.token), agrees: input.sharesContact)
      return try await joined(group, call, ledger)
    }
  }

  /// What phones read: a link by its secret, or the group's code.
  private var picture: Route {
    Route(
      method: .get, path: "/{group}/qr/{token}", summary: "A link by its secret, or the group's code, as a QR code",
      access: .guest, input: QRInput.schema, output: .string(), status: 200, contentType: QRCode.contentType,
      problems: Self.guarded + Self.ended,
      handler: Route.Handler(plain: { [self] request, call in
        let (id, token) = (request.parameters["group"] ?? "", request.parameters["token"] ?? "")
        let group = try await gate(call).demand(.invite, of: call.principal, in: id)
        try await check(token, of: group, call)
        return RawResponse(
          status: 200, contentType: QRCode.contentType,
          headers: ["cache-control": "private, no-store", "content-security-policy": "default-src 'none'; sandbox"],
          body: Array(try QRCode(services.address(of: token)).svg.utf8))
      }))
  }

  /// Lets nothing be drawn but what opens the group now.
  private func check(_ token: String, of group: Group, _ call: Call) async throws {
    if try await rows.code(of: group.id) == CodeInput(code: token).normal { return }
    guard let link = try await rows.link(hash: services.digest(token)), link.group == group.id else {
      throw GroupProblem.linkUnknown
    }
    try link.check(at: call.now)
  }
}
