import FieldhouseKit
import Foundation

extension WalkingClubs {
  func joiningRoutes(_ routes: inout Routes) {
    routes.get("/me", "For whom I walk, and how many points I have", access: .guest) { (_: NoInput, call) in
      var output = try await me(try call.account.id, at: call.now)
      output.ratingAddress = settings.rating
      if let club = output.club?.id {
        output.runsClub = try await host.rights.has(Permission.run, try call.account.id, in: Scope(Club.kind, club))
      }
      return output
    }
    routes.put(
      "/me/club", "Choose my club and a group of it, or change them", access: .account,
      problems: [.clubUnknown, .crewUnknown, .zoneUnknown, .pointsLeft(120, "Ajax")]
    ) { (input: ChoiceInput, call, transaction) in
      let me = try call.account.id
      try await choose(input, me, at: call.now, in: transaction)
      if let zone = input.timeZone { try await take(zone, of: me, at: call.now, in: transaction) }
      try await refresh(me, at: call.now, in: transaction)
      return NoContent()
    }
    routes.put("/me/zone", "Say in which time zone I am", access: .account, problems: [.zoneUnknown]) {
      (input: ZoneInput, call, transaction) in
      try await take(input.timeZone, of: try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
    routes.put(
      "/me/recognition", "Say whether I am recognised as walking with others who want that, too", access: .account,
      problems: [.clubNeeded]
    ) { (input: RecognitionInput, call, transaction) in
      let me = try call.account.id
      let count = try await transaction.execute(
        "update walkers set is_recognised = \(input.isOn) where account = \(me)")
      guard count > 0 else { throw Problem.clubNeeded }
      if !input.isOn { try await PresenceStore.forget(me, in: transaction) }
      try await refresh(me, at: call.now, in: transaction)
      return NoContent()
    }
    routes.post("/me/refresh", "Look anew at what I have done in the last days", access: .account, status: 202) {
      (_: NoInput, call, transaction) in
      try await refresh(try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
  }

  private func choose(
    _ input: ChoiceInput, _ me: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    guard let club = try await transaction.groups.group(input.club), club.kind == Club.kind, club.archivedAt == nil
    else {
      throw Problem.clubUnknown
    }
    guard let crew = try await transaction.groups.group(input.group), crew.kind == Crew.kind, crew.parent == club.id,
      crew.archivedAt == nil
    else { throw Problem.crewUnknown }
    var before: Club?
    if let walker = try await WalkerStore.find(me, in: transaction) {
      if let id = walker.club { before = try await ClubStore.club(id, in: transaction) }
      try await leave(walker, for: input, at: now, in: transaction)
    }
    try await transaction.groups.add(me, to: club.id, by: nil)
    try await transaction.groups.add(me, to: crew.id, by: nil)
    if let association = before?.association, association != club.parent {
      try await Membership.leave(association, me, in: transaction)
    }
  }

  /// Leaves what another choice is made of. Points stay where they were made, which has to be said while a season runs. The
  /// association is not left here: the next club may be of the same one.
  private func leave(
    _ walker: Walker, for input: ChoiceInput, at now: Date, in transaction: any Transaction
  ) async throws {
    let zones = try await WalkerStore.zones(of: walker.account, in: transaction)
    let today = zones.day(of: now.millisecondsSince1970)
    if let club = walker.club, club != input.club {
      if input.leavesPoints != true, let season = try await SeasonStore.season(of: today, in: transaction) {
        let points = try await Ledger.points(of: walker.account, season: season.id, club: club, in: transaction)
        let name = try await ClubStore.club(club, in: transaction)?.name ?? ""
        if points > 0 { throw Problem.pointsLeft(points, name) }
      }
      try await WalkerStore.place(walker.account, club: nil, crew: nil, at: now, in: transaction)
      try await end(walker.account, club, in: transaction)
    } else if let crew = walker.crew, crew != input.group {
      try await end(walker.account, crew, in: transaction)
    }
  }

  /// Ends a membership; an archived group, in which nothing changes any more, nobody has to leave.
  private func end(_ account: AccountID, _ group: String, in transaction: any Transaction) async throws {
    guard try await transaction.groups.group(group)?.archivedAt == nil else { return }
    try await transaction.groups.remove(account, from: group, successor: nil, by: account)
  }

  private func take(
    _ name: String, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    guard let zone = TimeZone.onEarth(name) else { throw Problem.zoneUnknown }
    let isNew = try await WalkerStore.setZone(zone, of: account, at: now, in: transaction)
    if isNew, try await WalkerStore.find(account, in: transaction) != nil {
      try await refresh(account, at: now, in: transaction)
    }
  }

  /// Has the days reckoned anew that may still count.
  func refresh(_ account: AccountID, at now: Date, in transaction: any Transaction) async throws {
    guard try await WalkerStore.find(account, in: transaction) != nil else { return }
    let end = now.millisecondsSince1970
    try await DirtyStore.mark(account, end - 10 * 86_400_000..<end + 86_400_000, due: now, in: transaction)
    try await wake()
  }

  private func me(_ account: AccountID, at now: Date) async throws -> MeOutput {
    try await host.storage.read { transaction in
      let walker = try await WalkerStore.find(account, in: transaction)
      let zones = try await WalkerStore.zones(of: account, in: transaction)
      let club = if let id = walker?.club { try await ClubStore.club(id, in: transaction) } else { nil as Club? }
      let crew = if let id = walker?.crew { try await ClubStore.crew(id, in: transaction) } else { nil as Crew? }
      let instant = now.millisecondsSince1970
      let season = try await SeasonStore.shown(on: zones.day(of: instant), in: transaction)
      var output = MeOutput(
        club: club.map(ClubOutput.init), group: crew.map(CrewOutput.init), timeZone: zones.zone(at: instant).name,
        today: CivilDay.text(zones.day(of: instant)), isRecognised: walker?.isRecognised ?? false,
        season: season.map(SeasonOutput.init), points: 0, invitations: 0, invitationPoints: 0)
      if let season {
        output.points = try await Ledger.points(of: account, season: season.id, in: transaction)
        (output.invitations, output.invitationPoints) = try await InvitationStore.sum(
          of: account, season: season.id, in: transaction)
      }
      return output
    }
  }
}

/// What somebody chooses: a club, and a group of it.
struct ChoiceInput: RouteInput {
  var club: String
  var group: String
  /// Where the person is; as before unless given.
  var timeZone: String?
  /// That the points for the club so far stay with it.
  var leavesPoints: Bool?

  static var schema: Schema {
    .object(
      [
        ("club", Fields.id.withMessage("Choose your club.")), ("group", Fields.id.withMessage("Choose a group.")),
        ("timeZone", .nullable(Fields.zone)), ("leavesPoints", .nullable(.boolean)),
      ], required: ["club", "group"])
  }
}

struct ZoneInput: RouteInput {
  var timeZone: String
  static var schema: Schema { .object([("timeZone", Fields.zone)], required: ["timeZone"]) }
}

struct RecognitionInput: RouteInput {
  var isOn: Bool
}

struct MeOutput: RouteOutput, Decodable {
  /// Nil for who is in none.
  var club: ClubOutput?
  var group: CrewOutput?
  var timeZone: String
  /// The day that it is there.
  var today: String
  var isRecognised: Bool
  /// Whether I may do what those do who run my club.
  var runsClub = false
  /// Where whoever is happy may rate the app; nil for nowhere.
  var ratingAddress: String?
  /// The running season, else the last one.
  var season: SeasonOutput?
  /// My points of that season.
  var points: Int
  /// How many people whom I have invited count in it, and what they brought.
  var invitations: Int
  var invitationPoints: Int
}

struct ClubOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var picture: String?
  /// ISO 3166-1 alpha-2.
  var country: String?
  var members: Int

  init(_ club: Club) {
    (id, name, picture, members) = (club.id, club.name, club.picture, club.members)
    country = club.country.isEmpty ? nil : club.country
  }
}

struct CrewOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var picture: String?
  var members: Int

  init(_ crew: Crew) { (id, name, picture, members) = (crew.id, crew.name, crew.picture, crew.members) }
}
