/// Bingo bango bongo: on each hole one point for the longest drive, one for who lies closest after the approach, and
/// one for who holes out first. Source: cr.today, "Switch up the game: Bingo Bango Bongo".
enum BingoBangoBongo {
  /// - Parameter marks: who has each of the three, hole by hole, as a place from 1; nil while nobody has.
  static func points(_ count: Int, marks: [Int?]) -> [Int] {
    marks.reduce(into: Array(repeating: 0, count: count)) { points, mark in
      if let mark, points.indices.contains(mark - 1) { points[mark - 1] += 1 }
    }
  }
}

/// Birdie or die: one point for a birdie, three for an eagle and better, none for the rest. Source: cr.today, "Switch
/// up the game: Birdie or Die".
enum BirdieOrDie {
  static func points(_ throwCount: Int, par: Int) -> Int {
    switch throwCount - par {
    case ...(-2): 3
    case -1: 1
    default: 0
    }
  }
}
