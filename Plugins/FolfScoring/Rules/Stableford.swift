/// Points by the score against par: 1 for a bogey, 2 for par, 3 for a birdie, 4 for an eagle and so on, none for worse. Source:
/// lybstergolfclub.co.uk, "Competition types".
enum Stableford {
  static func points(_ throwCount: Int, par: Int) -> Int { max(0, 2 + par - throwCount) }

  /// The modified points: -3 for two above par and worse, -1 for a bogey, none for par, 2 for a birdie, 5 for an eagle, 8 for three
  /// below par and better. Source: golfdistillery.com, "Modified Stableford".
  static func modified(_ throwCount: Int, par: Int) -> Int {
    switch throwCount - par {
    case ...(-3): 8
    case -2: 5
    case -1: 2
    case 0: 0
    case 1: -1
    default: -3
    }
  }
}
