import FieldhouseKit
import Foundation

/// How far away is nearby.
struct RadiusInput: RouteInput {
  var kilometres: Int

  static var schema: Schema { .object([("kilometres", .integer(1...1000))], required: ["kilometres"]) }
}

struct RadiusOutput: RouteOutput, Decodable {
  var kilometres: Int
}

/// Where a team plays at home.
struct GroundInput: RouteInput {
  var team: String
  var town: String
  var latitude: Double
  var longitude: Double

  static var schema: Schema {
    .object(
      [
        ("team", .string(minLength: 1, maxLength: 120)), ("town", .string(minLength: 1, maxLength: 80)),
        ("latitude", .number(-90...90, description: "Degrees north (WGS 84).")),
        ("longitude", .number(-180...180, description: "Degrees east (WGS 84).")),
      ], required: ["team", "town", "latitude", "longitude"])
  }
}

/// Many places at once.
struct GroundsInput: RouteInput {
  var csv: String

  static var schema: Schema {
    let text = "A line for each team, with commas between: its id or name, its town, and degrees north and east."
    let lines = Schema.string(minLength: 1, maxLength: 200_000, description: text).text(.lines)
    return .object([("csv", lines)], required: ["csv"])
  }
}

struct GroundsOutput: RouteOutput, Decodable {
  /// How many teams have a place from it.
  var imported: Int
}

/// A team, with where it plays at home as far as anybody has told.
struct GroundOutput: RouteOutput, Decodable {
  var team: NamedOutput
  var league: NamedOutput
  var place: SpotOutput?
  /// Whether an operator has told it.
  var isOwn: Bool
}

/// A line of places.
struct GroundLine: Hashable, Sendable {
  var team: String
  var place: Place

  /// Reads "Arsenal FC,London,51.56,-0.11"; a name or town with a comma in it stands between quotation marks. Nil for any other line.
  init?(_ line: String) {
    var (fields, field, isQuoted) = ([String](), "", false)
    for letter in line {
      switch letter {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field.trimmed)
        field = ""
      default: field.append(letter)
      }
    }
    fields.append(field.trimmed)
    guard !isQuoted, fields.count == 4, !fields[0].isEmpty, (1...80).contains(fields[1].count),
      let latitude = Double(fields[2]), let longitude = Double(fields[3]),
      let point = Coordinates(latitude: latitude, longitude: longitude)
    else { return nil }
    (team, place) = (fields[0], Place(town: fields[1], coordinates: point))
  }
}

extension SoccerPredictions {
  func groundRoutes(_ routes: inout Routes) {
    routes.get("/nearby-radius", "How far away a match may be to be nearby", access: .everyone) { (_: NoInput, _) in
      RadiusOutput(kilometres: try await placeStore.kilometres())
    }
    routes.put("/nearby-radius", "Say how far away is nearby", access: .operators) {
      (input: RadiusInput, _, transaction) in
      try await placeStore.setKilometres(input.kilometres, in: transaction)
      return NoContent()
    }
    routes.get("/grounds", "Where the teams play, those first of which nobody has told", access: .operators) {
      (_: NoInput, call) in Page(items: try await grounds(at: call.now))
    }
    routes.put("/grounds", "Say of many teams where they play", access: .operators) {
      (input: GroundsInput, call, transaction) in
      let lines = try grounds(in: input.csv, at: call.now)
      for line in lines { try await placeStore.set(line.place, of: line.team, in: transaction) }
      return GroundsOutput(imported: Set(lines.map(\.team)).count)
    }
    routes.put(
      "/grounds/{team}", "Say where a team plays at home", access: .operators, problems: [Self.unknownTeam]
    ) { (input: GroundInput, call, transaction) in
      guard let team = teams(at: call.now).first(where: { $0.team.id == catalogue.reading.team(called: input.team) }),
        let point = Coordinates(latitude: input.latitude, longitude: input.longitude)
      else { throw Self.unknownTeam }
      try await placeStore.set(Place(town: input.town, coordinates: point), of: team.team.id, in: transaction)
      return NoContent()
    }
    routes.delete("/grounds/{team}", "Take back what was said of where a team plays", access: .operators) {
      (input: FavouriteTeamInput, _, transaction) in
      try await placeStore.remove(catalogue.reading.team(called: input.team), in: transaction)
      return NoContent()
    }
  }

  /// The teams of the seasons that are shown, without national ones, each with the last of its leagues.
  private func teams(at now: Date) -> [(team: Team, league: League)] {
    let reading = catalogue.reading
    var all: [String: (team: Team, league: League)] = [:]
    for league in reading.leagues(at: now) {
      for match in reading.seasons[league.key]?.matches ?? [] {
        for team in [match.home, match.away] where team.isDetermined && !team.id.hasPrefix("nat-") {
          all[team.id] = (team, league)
        }
      }
    }
    return all.values.sorted { ($0.team.name, $0.team.id) < ($1.team.name, $1.team.id) }
  }

  private func grounds(at now: Date) async throws -> [GroundOutput] {
    let places = try await places()
    let all = teams(at: now).map { team, league in
      GroundOutput(
        team: NamedOutput(id: team.id, name: team.name), league: NamedOutput(id: league.id, name: league.name),
        place: places.place(of: team).map(SpotOutput.init), isOwn: places.own[team.id] != nil)
    }
    return all.filter { $0.place == nil } + all.filter { $0.place != nil }
  }

  /// The lines of an import, with the ids of their teams: all of them, or none.
  /// - Throws: ``Problem`` 422 that names the lines that cannot be read (`line-unreadable`) or whose team there is not or could be several
  ///   (`team-unknown`), the first 20 of them.
  private func grounds(in csv: String, at now: Date) throws -> [GroundLine] {
    let known = teams(at: now).map(\.team)
    let byName = Dictionary(grouping: known) { ClubName($0.name).core }
    let reading = catalogue.reading
    var (lines, mistakes) = ([GroundLine](), [Problem.Field]())
    for (place, text) in csv.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if text.trimmed.isEmpty || place == 0 && text.lowercased().hasPrefix("team,") { continue }
      guard var line = GroundLine(String(text)) else {
        mistakes.append(
          Problem.Field(
            pointer: "/csv", code: "line-unreadable",
            detail: "Line \(place + 1): write team,town,latitude,longitude.",
            values: ["line": .integer(Int64(place + 1))]))
        continue
      }
      let (id, club) = (reading.team(called: line.team), ClubName(line.team))
      let alike = byName[club.core] ?? []
      let sure = [known.filter { $0.id == id }, alike.filter { club.isSame(as: ClubName($0.name)) }]
      let meant = sure.first { $0.count == 1 } ?? alike
      guard meant.count == 1 else {
        let detail =
          meant.isEmpty
          ? "there is no team '\(line.team)'." : "several teams are called '\(line.team)'; write the id of the one."
        mistakes.append(
          Problem.Field(
            pointer: "/csv", code: "team-unknown", detail: "Line \(place + 1): \(detail)",
            values: ["line": .integer(Int64(place + 1)), "team": .string(line.team)]))
        continue
      }
      line.team = meant[0].id
      lines.append(line)
    }
    guard mistakes.isEmpty else { throw Problem.invalid(Array(mistakes.prefix(20))) }
    return lines
  }
}
