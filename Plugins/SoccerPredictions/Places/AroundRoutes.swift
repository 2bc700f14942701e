import FieldhouseKit
import Foundation

/// About where somebody is: no more than a tenth of a degree, some ten kilometres, leaves the device.
struct NearbyInput: RouteInput {
  var latitude: Double
  var longitude: Double

  static var schema: Schema {
    .object(
      [
        ("latitude", .number(-90...90, description: "Degrees north (WGS 84), to a tenth.")),
        ("longitude", .number(-180...180, description: "Degrees east (WGS 84), to a tenth.")),
      ], required: ["latitude", "longitude"])
  }
}

/// Whose matches.
struct CountryMatchesInput: RouteInput {
  var country: String
  var limit: Int?

  static var schema: Schema {
    .object(
      [
        ("country", .string(pattern: "^[A-Z]{2}$", description: "The country's ISO 3166-1 alpha-2 code.")),
        ("limit", .integer(1...50)),
      ], required: ["country"])
  }
}

/// Where something is.
struct SpotOutput: RouteOutput, Decodable {
  var town: String
  /// Degrees north (WGS 84).
  var latitude: Double
  /// Degrees east (WGS 84).
  var longitude: Double

  init(_ place: Place) {
    town = place.town
    (latitude, longitude) = (place.coordinates.latitude, place.coordinates.longitude)
  }
}

/// A match with its place.
struct NearbyMatchOutput: RouteOutput, Decodable {
  var match: MatchOutput
  var place: SpotOutput
}

/// The matches around a place.
struct NearbyOutput: RouteOutput, Decodable {
  /// How far away a match may be to be nearby. The place is about where somebody is: matches that may be so far away are listed, and the
  /// device leaves out those that are farther from where it is.
  var kilometres: Int
  /// By kick-off, the first ones first; at most 50.
  var items: [NearbyMatchOutput]
}

extension SoccerPredictions {
  /// What is looked ahead for matches nearby, in seconds: 30 days.
  private static let ahead = 30 * 86_400.0
  private static let most = 50
  /// So far somebody may be from a place that is told to a tenth of a degree, in kilometres.
  private static let coarseness = 8.0

  var placeStore: PlaceStore { PlaceStore(storage: host.storage) }

  func aroundRoutes(_ routes: inout Routes) {
    routes.get("/nearby", "The matches of the next 30 days around a place", access: .everyone) {
      (input: NearbyInput, call) in try await nearby(input, call)
    }
    routes.get("/upcoming", "The next matches of a country's leagues", access: .everyone) {
      (input: CountryMatchesInput, call) in
      let reading = catalogue.reading
      let seasons = reading.seasons.values.filter { $0.league.country?.alpha2 == input.country }
      let limit = input.limit ?? 10
      let matches = seasons.flatMap { season in
        Array(season.matches(from: call.now, to: .distantFuture).lazy.filter { $0.isAhead(at: call.now) }.prefix(limit))
      }
      return Page(items: try await shown(matches.inOrder.prefix(limit), call))
    }
  }

  func places() async throws -> Places { Places(table: placeTable, own: try await placeStore.places()) }

  private func nearby(_ input: NearbyInput, _ call: Call) async throws -> NearbyOutput {
    guard let here = Coordinates(latitude: input.latitude, longitude: input.longitude) else {
      throw Problem.invalid("/latitude", "place", "Name a place on the earth.")
    }
    let (places, kilometres) = (try await places(), try await placeStore.kilometres())
    let until = call.now.addingTimeInterval(Self.ahead)
    let matches = catalogue.reading.seasons.values.flatMap { $0.matches(from: call.now, to: until) }
    let near = matches.compactMap { match -> (match: Match, place: Place)? in
      guard match.isAhead(at: call.now), let place = places.place(of: match),
        here.kilometres(to: place.coordinates) <= Double(kilometres) + Self.coarseness
      else { return nil }
      return (match, place)
    }
    let found = near.map(\.match).inOrder.prefix(Self.most)
    let spots = Dictionary(near.map { ($0.match.id, $0.place) }, uniquingKeysWith: { $1 })
    let items = try await shown(found, call).compactMap { match in
      spots[match.id].map { NearbyMatchOutput(match: match, place: SpotOutput($0)) }
    }
    return NearbyOutput(kilometres: kilometres, items: items)
  }

  /// Matches as the caller sees them, with the caller's predictions.
  private func shown(_ matches: ArraySlice<Match>, _ call: Call) async throws -> [MatchOutput] {
    let matches = Array(matches)
    return outputs(of: matches, with: try await myPredictions(of: matches, call), at: call.now)
  }
}

extension Match {
  /// Whether it is to be played, by two teams that are known.
  fileprivate func isAhead(at now: Date) -> Bool { areTeamsKnown && view(at: now).state == .upcoming }
}

extension [Match] {
  fileprivate var inOrder: [Match] { sorted { ($0.kickOff, $0.id) < ($1.kickOff, $1.id) } }
}
