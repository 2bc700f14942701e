/// A season of two teams of three matchdays: the ids of its matches and its text.
enum TestSeason {
  /// Kick-off 2024-08-17 11:30 UTC; 2–1 after 1–0, goals in minutes 10, 60 and 90+2.
  static let first = "en.1_2024-25_matchday-1_albion_borough"
  /// Kick-off 2024-08-17 14:00 UTC; goalless.
  static let second = "en.1_2024-25_matchday-1_city_dynamo"
  /// Kick-off 2024-08-24 11:30 UTC; what becomes of it is for a test to say.
  static let third = "en.1_2024-25_matchday-2_borough_albion"

  /// The players who score in the first match.
  static let ann = "eng-albion:ann-archer"
  static let bob = "eng-borough:bob-baker"
  static let abe = "eng-albion:abe-adams"

  /// The season's file.
  /// - Parameters:
  ///   - firstScore: the score of the first match and its goals.
  ///   - third: what the feed says of the third match, behind its teams.
  static func text(firstScore: String = "2-1 (1-0)", goals: String = TestSeason.goals, third: String = "1-0 (1-0)")
    -> String
  {
    """
    fieldhouse season 1
    league en.1
    name English Premier League
    season 2024-25
    zone Europe/London
    source made for the tests
    team ALB Albion
    team BOR Borough
    team CIT City
    team DYN Dynamo
    ground ARE Arena, Albion Town
    round Matchday 1
    2024-08-17 12:30 ALB BOR \(firstScore) @ ARE
    \(goals)
    2024-08-17 15:00 CIT DYN 0-0 (0-0)
    round Matchday 2
    2024-08-24 12:30 BOR ALB \(third)

    """
  }

  /// The goals of the first match.
  static let goals = "+ ALB 10 Ann Archer\n+ BOR 60 pen Bob Baker\n+ ALB 90+2 Abe Adams"
}
