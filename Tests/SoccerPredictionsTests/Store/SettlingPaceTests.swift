import Testing

@testable import SoccerPredictions

@Suite struct `How many predictions a transaction settles` {
  @Test func `are as many as take a moment on the machine at hand`() {
    var pace = SettlingPace(most: 2_000)
    #expect(pace.size == 500)
    pace.took(.milliseconds(10), for: 500)
    #expect(pace.size == 1_000, "it grows to the double at most")
    pace.took(.milliseconds(50), for: 1_000)
    #expect(pace.size == 800)
    pace.took(.milliseconds(32), for: 800)
    #expect(pace.size == 1_000)
    pace.took(.seconds(10), for: 1_000)
    #expect(pace.size == 125, "it goes on, however slow the machine is")
    for _ in 1...8 { pace.took(.zero, for: pace.size) }
    #expect(pace.size == 2_000, "nor is it more than it may be")
    pace.took(.seconds(1), for: 0)
    #expect(pace.size == 2_000, "nothing tells nothing")
  }

  @Test(arguments: [1, 2, 3, 15]) func `are one at least`(_ most: Int) {
    var pace = SettlingPace(most: most)
    for duration in [Duration.seconds(100), .zero, .milliseconds(1), .seconds(1)] {
      #expect((1...most).contains(pace.size))
      pace.took(duration, for: pace.size)
    }
    #expect((1...most).contains(pace.size))
  }
}
