internal import FieldhouseKit

/// What pages that are shared show to strangers is said by a route of the same parameters.
struct ShareCheck {
  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    draft.manifest.contributions.shares.enumerated().flatMap { index, share in
      let place = JSONPointer(["contributions", "shares"]).appending(index).appending("card")
      return route(draft, share, place) + parameters(draft, share, place)
    }
  }

  private func route(_ draft: PluginDraft, _ share: ShareDeclaration, _ place: JSONPointer) -> [ManifestProblem] {
    let reading = draft.manifest.contributions.routes.filter { $0.method == "GET" }
    guard !reading.contains(where: { $0.shape == share.route.shape }) else { return [] }
    return [
      draft.source.problem(
        .shareCardUnknown, at: place, "\"routes\" has no \(share.route).", found: "\"\(share.card)\"",
        expected: "the path of a GET route that \"routes\" declares",
        remedy: closestMatch(to: share.card, in: reading.map(\.path)).map { "Did you mean \"\($0)\"?" }
          ?? "Declare \"\(share.route)\" in \"routes\".")
    ]
  }

  private func parameters(_ draft: PluginDraft, _ share: ShareDeclaration, _ place: JSONPointer) -> [ManifestProblem] {
    guard share.pageParameters.sorted() != share.cardParameters.sorted() else { return [] }
    let wanted = share.pageParameters.isEmpty ? "none" : share.pageParameters.joined(separator: ", ")
    return [
      draft.source.problem(
        .shareParameters, at: place, "The route has other parameters than the page \"\(share.page)\".",
        found: "\"\(share.card)\"", expected: "the parameters of the page: \(wanted)",
        remedy: "Name the same parameters in both.")
    ]
  }
}
