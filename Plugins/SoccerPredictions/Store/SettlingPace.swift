/// How many predictions a transaction settles: nobody else writes meanwhile, so it is as many as take a moment on the machine at hand.
struct SettlingPace {
  /// How long a transaction may take with its commit, about.
  static let moment = Duration.milliseconds(40)

  /// At most as many, however fast it goes; a sixteenth of them at least, however slow.
  let most: Int
  /// As many now.
  private(set) var size: Int

  init(most: Int) { (self.most, size) = (most, max(most / 4, 1)) }

  /// Takes note of how long as many took.
  mutating func took(_ duration: Duration, for count: Int) {
    guard count > 0 else { return }
    let fitting = Double(count) * (Self.moment / max(duration, Self.moment / 16))
    // The next one may go otherwise: it grows by no more than to the double.
    size = min(max(Int(fitting), most / 16, 1), size * 2, most)
  }
}
