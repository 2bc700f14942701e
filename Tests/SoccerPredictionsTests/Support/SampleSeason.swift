/// A season of five matches as a file of the shipped format, and the ids in it.
enum SampleSeason {
  /// Kick-off 2024-08-17 11:30 UTC; 2–1 after 1–0, goals in minutes 10, 60 and 90+2.
  static let first = "en.1_2024-25_matchday-1_albion_borough"
  /// Kick-off 2024-08-17 14:00 UTC; goalless.
  static let second = "en.1_2024-25_matchday-1_city_dynamo"
  /// Kick-off 2024-08-24 11:30 UTC; what becomes of it is for a test to say.
  static let third = "en.1_2024-25_matchday-2_borough_albion"
  /// Kick-off 2024-08-24 14:00 UTC; without a result.
  static let fourth = "en.1_2024-25_matchday-2_dynamo_city"

  static let ann = "eng-albion:ann-archer"
  static let abe = "eng-albion:abe-adams"
  static let bob = "eng-borough:bob-baker"

  /// Before anything has happened, after the first matchday, after the second.
  static let morning = "2024-08-17T09:00:00Z"
  static let evening = "2024-08-17T20:00:00Z"
  static let later = "2024-08-24T20:00:00Z"

  static func text(first: String = "2-1 (1-0)", goals: String = SampleSeason.goals, third: String = "3-0 (1-0)")
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
    2024-08-17 12:30 ALB BOR \(first) @ ARE
    \(goals)
    2024-08-17 15:00 CIT DYN 0-0 (0-0)
    round Matchday 2
    2024-08-24 12:30 BOR ALB \(third)
    2024-08-24 15:00 DYN CIT

    """
  }

  static let goals = "+ ALB 10 Ann Archer\n+ BOR 60 pen Bob Baker\n+ ALB 90+2 Abe Adams"

  /// A second league, in South America.
  static let brazil = """
    fieldhouse season 1
    league br.1
    name Brasileirão
    season 2024
    zone America/Sao_Paulo
    source made for the tests
    team FLA Flamengo
    team SAN Santos
    round Matchday 20
    2024-08-18 16:00 FLA SAN 1-1 (0-0)

    """
}
