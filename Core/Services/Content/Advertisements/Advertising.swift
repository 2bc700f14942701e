public import FieldhouseKit
internal import Foundation

/// Advertisements beside the pages of plugins: of whom nothing is kept but how often they were looked at and followed.
public struct Advertising: Sendable {
  /// A plugin whose pages may have them.
  public struct Place: Sendable {
    let area: String
    let name: String
    let isAccepting: Bool

    /// - Parameters:
    ///   - area: its name in paths.
    ///   - name: what people read.
    ///   - isAccepting: whether its manifest accepts advertisements.
    public init(area: String, name: String, isAccepting: Bool) {
      (self.area, self.name, self.isAccepting) = (area, name, isAccepting)
    }
  }

  /// The most that there can be.
  static let most = 500

  let content: Content
  let places: [Place]
  let limit: Content.Limit
  let counted = CountedClients()

  static let unknown = Problem.notFound("advertisement-unknown", "There is no such advertisement.")

  /// - Parameters:
  ///   - content: whose namespace and pictures they are in.
  ///   - places: the plugins that run.
  ///   - limit: counts what a client does with advertisements.
  public init(content: Content, places: [Place], limit: @escaping Content.Limit) {
    (self.content, self.places, self.limit) = (content, places, limit)
  }

  /// Declares the routes, to be mounted at `/v1/content`.
  public func routes(_ routes: inout Routes) {
    showingRoutes(&routes)
    editingRoutes(&routes)
    switchRoutes(&routes)
  }

  /// Whether there are any beside the pages of an area.
  public func shows(in area: String) -> Bool {
    content.switches.shows(in: area) && places.contains { $0.area == area && $0.isAccepting }
  }

  private func showingRoutes(_ routes: inout Routes) {
    routes.get("/advertisement", "The advertisement beside a page of a plugin, if there is one", access: .everyone) {
      [self] (input: AdvertisementSlotInput, call) in
      AdvertisementSlot(advertisement: try await best(input, call)?.shown)
    }
    for (path, deed, summary) in [
      ("views", AdvertisementDeed.view, "Say that an advertisement was looked at"),
      ("clicks", .click, "Say that an advertisement was followed"),
    ] {
      routes.action(
        "/advertisements/{id}/\(path)", summary, access: .everyone, problems: [Self.unknown, .tooManyAdvertisements]
      ) { [self] (input: AdvertisementInput, call) in
        try await note(deed, of: input.id, call)
        return NoContent()
      }
    }
    routes.add(
      content.pictures.looking(
        "/advertisements/{id}/picture/{file}", "The picture of an advertisement", of: "id",
        input: AdvertisementFileInput.schema
      ) { [content] id, file in
        try await content.storage.read { try await AdvertisementStore.picture(of: id, in: $0) } == file
      })
  }

  private func best(_ input: AdvertisementSlotInput, _ call: Call) async throws -> Advertisement? {
    guard shows(in: input.area) else { return nil }
    let path = (input.path ?? "").split(separator: "/").joined(separator: "/")
    let view = AdvertisementView(
      area: input.area, path: path, country: call.principal?.account.country, now: call.now)
    let running = try await content.storage.read { try await AdvertisementStore.unended(at: call.now, in: $0) }
    return AdvertisementChoice.best(running, for: view)
  }

  /// Counts a client once a day.
  /// - Throws: ``Problem`` 404 for one that is not shown now, 429.
  private func note(_ deed: AdvertisementDeed, of id: String, _ call: Call) async throws {
    try await limit(call)
    guard content.switches.isOn,
      let found = try await content.storage.read({ try await AdvertisementStore.find(id, in: $0) }),
      found.startsAt <= call.now, call.now < found.endsAt
    else { throw Self.unknown }
    guard counted.isFirst(call.countedClient, deed, of: id, at: call.now) else { return }
    try await content.storage.write { try await AdvertisementStore.count(deed, of: id, in: $0) }
  }
}

extension Problem {
  /// 429: more than somebody can look at.
  static let tooManyAdvertisements = Problem(
    status: 429, code: "too-many-attempts", detail: "Too many attempts. Please wait and try again.")
}
