/// Points by the score against par: 1 for a bogey, 2 for par, 3 for a birdie, 4 for an eagle and so on, none for worse. Source:
/// lybstergolfclub.co.uk, "Competition types".
enum Stableford {
  static func points(_ throwCount: Int, par: Int) -> Int { max(0, 2 + par - throwCount) }
}
