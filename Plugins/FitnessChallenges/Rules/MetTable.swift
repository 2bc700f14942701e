/// How much harder activities are than sitting still, so that any exercise counts fairly: points of `total * met` are MET minutes.
///
/// The values are those of the source, each compared with two public copies of its table; the words for the activities are ours (the
/// texts `met.…`). A challenge keeps edition, code and value with which it was published, so that a later edition changes no challenge
/// that there is.
enum MetTable {
  static let edition = "2011"
  static let source =
    "Ainsworth et al.: 2011 Compendium of Physical Activities. Med Sci Sports Exerc 43(8), 2011, 1575–1581"

  struct Entry: Hashable, Sendable {
    /// The last part of the text's key.
    let activity: String
    /// The code in the source.
    let code: Int
    /// In METs; 1 is sitting still.
    let value: Double
  }

  static let entries: [Entry] = [
    Entry(activity: "walkSlow", code: 17_170, value: 3.0), Entry(activity: "walk", code: 17_190, value: 3.5),
    Entry(activity: "walkBrisk", code: 17_200, value: 4.3), Entry(activity: "hike", code: 17_080, value: 6.0),
    Entry(activity: "jog", code: 12_020, value: 7.0), Entry(activity: "run8", code: 12_030, value: 8.3),
    Entry(activity: "run10", code: 12_050, value: 9.8), Entry(activity: "run11", code: 12_070, value: 11.0),
    Entry(activity: "rideSlow", code: 1_018, value: 3.5), Entry(activity: "ride", code: 1_020, value: 6.8),
    Entry(activity: "rideBrisk", code: 1_030, value: 8.0), Entry(activity: "rideFast", code: 1_040, value: 10.0),
    Entry(activity: "swim", code: 18_240, value: 5.8), Entry(activity: "swimFast", code: 18_230, value: 9.8),
    Entry(activity: "row", code: 2_071, value: 4.8), Entry(activity: "rowHard", code: 2_073, value: 8.5),
    Entry(activity: "strength", code: 2_054, value: 3.5), Entry(activity: "strengthHard", code: 2_050, value: 6.0),
    Entry(activity: "bodyweight", code: 2_022, value: 3.8), Entry(activity: "rope", code: 2_068, value: 12.3),
    Entry(activity: "stretch", code: 2_101, value: 2.3), Entry(activity: "yoga", code: 2_150, value: 2.5),
    Entry(activity: "pilates", code: 2_105, value: 3.0), Entry(activity: "aqua", code: 2_120, value: 5.3),
    Entry(activity: "dance", code: 3_031, value: 7.8), Entry(activity: "football", code: 15_610, value: 7.0),
    Entry(activity: "tennis", code: 15_675, value: 7.3), Entry(activity: "basketball", code: 15_055, value: 6.5),
  ]

  /// The activity of a name; nil when there is none.
  static func entry(_ activity: String) -> Entry? { entries.first { $0.activity == activity } }
}

/// How hard an exercise is by the table, as it was when the challenge was published.
struct ExerciseMet: Codable, Hashable, Sendable {
  var activity: String
  var edition: String
  /// The code in the source; nil in challenges of before it was kept.
  var code: Int?
  /// In METs.
  var value: Double

  init(_ entry: MetTable.Entry) {
    (activity, edition, code, value) = (entry.activity, MetTable.edition, entry.code, entry.value)
  }
}
