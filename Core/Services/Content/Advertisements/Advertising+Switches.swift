internal import FieldhouseKit

/// Whether there are advertisements, and beside whose pages.
struct AdvertisingOutput: RouteOutput, Codable {
  /// Whether the host shows any: not until it is switched on.
  let isOn: Bool
  let plugins: [PluginAdvertising]
}

/// Whether there are advertisements beside the pages of a plugin that runs.
struct PluginAdvertising: RouteOutput, Codable {
  /// Its name in paths.
  let area: String
  let name: String
  /// Whether its manifest accepts them; where it does not there are none, whatever the switch says.
  let isAccepting: Bool
  /// The operator's switch; it counts while the host shows any.
  let isOn: Bool
}

extension Advertising {
  private static let unknownArea = Problem.notFound("area-unknown", "No plugin that runs has this name in paths.")
  private static let refused = Problem.conflict(
    "advertisements-refused", "The plugin's manifest does not accept advertisements.")

  func switchRoutes(_ routes: inout Routes) {
    routes.get("/advertising", "Where advertisements are shown", access: .operators) { [self] (_: NoInput, _) in
      overview
    }
    routes.put("/advertising", "Show advertisements, or none at all", access: .operators) {
      [self] (input: AdvertisingSwitch, _) in try await set("", input.isOn)
    }
    routes.put(
      "/advertising/{area}", "Show advertisements beside the pages of a plugin, or none", access: .operators,
      problems: [Self.unknownArea, Self.refused]
    ) { [self] (input: PluginAdvertisingSwitch, _) in
      guard let place = places.first(where: { $0.area == input.area }) else { throw Self.unknownArea }
      if input.isOn, !place.isAccepting { throw Self.refused }
      return try await set(input.area, input.isOn)
    }
  }

  private func set(_ area: String, _ isOn: Bool) async throws -> AdvertisingOutput {
    try await content.storage.write { try await AdvertisementStore.set(area, isOn, in: $0) }
    try await content.readTexts()
    return overview
  }

  private var overview: AdvertisingOutput {
    AdvertisingOutput(
      isOn: content.switches.isOn,
      plugins: places.map { place in
        PluginAdvertising(
          area: place.area, name: place.name, isAccepting: place.isAccepting,
          isOn: place.isAccepting && content.switches.lets(place.area))
      })
  }
}
