import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite("Until when a match can be predicted")
struct PredictionWindowTests {
  private let kickOff = Date(timeIntervalSince1970: 1_740_841_200)

  @Test(.tags(.sp71, .sp92))
  func `a prediction is open until one second before the last 15 minutes`() {
    #expect(PredictionWindow.isOpen(now: kickOff - 901, kickOff: kickOff))
  }

  @Test(.tags(.sp71))
  func `a prediction closes exactly 15 minutes before kick-off`() {
    #expect(!PredictionWindow.isOpen(now: kickOff - 900, kickOff: kickOff))
    #expect(PredictionWindow.closing(kickOff: kickOff) == kickOff - 900)
  }

  @Test(.tags(.sp71))
  func `a prediction stays closed during and after the match`() {
    for seconds in [-899.0, 0, 3600, 86_400] {
      #expect(!PredictionWindow.isOpen(now: kickOff + seconds, kickOff: kickOff))
    }
  }

  @Test func `a kick-off that moves to another day opens the prediction again`() {
    let now = kickOff - 60
    #expect(!PredictionWindow.isOpen(now: now, kickOff: kickOff))
    #expect(PredictionWindow.isOpen(now: now, kickOff: kickOff + 7 * 86_400))
  }
}
