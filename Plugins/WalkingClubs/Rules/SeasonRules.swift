import FieldhouseKit

/// What a season gives points for. It is data: a season has its own.
struct SeasonRules: Codable, Sendable, Hashable {
  /// Points for each full thousand of a day's steps, 0 to 100.
  var pointsPerThousandSteps = 1
  /// No more steps of a day count, 1,000 to 200,000.
  var dailySteps = 30_000
  /// What a push of a wheelchair counts as, in steps, 0 to 10.
  var stepsPerPush = 1.0
  /// Rolled way that counts as a step where pushes are not known, in metres, 0.1 to 100.
  var metresPerRolledStep = 0.75
  /// What an hour of moving counts as, in steps, 0 to 20,000.
  var stepsPerHourOfRiding = 10_000
  var stepsPerHourOfSwimming = 7_000
  var stepsPerHourOfOther = 0
  /// Points of a day for having walked with others, 0 to 100.
  var socialPoints = 2
  /// Points of a day on which the own club plays, 0 to 100.
  var matchDayPoints = 2
  /// As many steps of a day have to count for either bonus.
  var bonusSteps = 1_000
  /// Points for somebody invited who has walked, 0 to 100.
  var invitationPoints = 2
  /// For so many of them in a season.
  var mostInvitations = 20
  /// What comes later than so many days behind the end of its day does not count, 0 to 30.
  var lateDays = 7
  /// Whether what nothing but the person's own word shows counts.
  var countsManual = false
  /// Clubs with fewer walkers stand on no board of averages, 1 to 100,000.
  var minimumWalkers = 3

  init() {}

  /// What is left out is as it is without rules.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let usual = SeasonRules()
    func value<Value: Decodable>(_ key: CodingKeys, _ path: KeyPath<SeasonRules, Value>) throws -> Value {
      try values.decodeIfPresent(Value.self, forKey: key) ?? usual[keyPath: path]
    }
    pointsPerThousandSteps = try value(.pointsPerThousandSteps, \.pointsPerThousandSteps)
    dailySteps = try value(.dailySteps, \.dailySteps)
    stepsPerPush = try value(.stepsPerPush, \.stepsPerPush)
    metresPerRolledStep = try value(.metresPerRolledStep, \.metresPerRolledStep)
    stepsPerHourOfRiding = try value(.stepsPerHourOfRiding, \.stepsPerHourOfRiding)
    stepsPerHourOfSwimming = try value(.stepsPerHourOfSwimming, \.stepsPerHourOfSwimming)
    stepsPerHourOfOther = try value(.stepsPerHourOfOther, \.stepsPerHourOfOther)
    socialPoints = try value(.socialPoints, \.socialPoints)
    matchDayPoints = try value(.matchDayPoints, \.matchDayPoints)
    bonusSteps = try value(.bonusSteps, \.bonusSteps)
    invitationPoints = try value(.invitationPoints, \.invitationPoints)
    mostInvitations = try value(.mostInvitations, \.mostInvitations)
    lateDays = try value(.lateDays, \.lateDays)
    countsManual = try value(.countsManual, \.countsManual)
    minimumWalkers = try value(.minimumWalkers, \.minimumWalkers)
  }
}

extension SeasonRules: RouteInput, RouteOutput {
  static var schema: Schema {
    .object([
      ("pointsPerThousandSteps", .integer(0...100)), ("dailySteps", .integer(1_000...200_000)),
      ("stepsPerPush", .number(0...10)), ("metresPerRolledStep", .number(0.1...100)),
      ("stepsPerHourOfRiding", .integer(0...20_000)), ("stepsPerHourOfSwimming", .integer(0...20_000)),
      ("stepsPerHourOfOther", .integer(0...20_000)), ("socialPoints", .integer(0...100)),
      ("matchDayPoints", .integer(0...100)), ("bonusSteps", .integer(0...200_000)),
      ("invitationPoints", .integer(0...100)), ("mostInvitations", .integer(0...10_000)),
      ("lateDays", .integer(0...30)), ("countsManual", .boolean), ("minimumWalkers", .integer(1...100_000)),
    ])
  }
}
