import Testing

@testable import SoccerPredictions

@Suite struct `Lists in statements` {
  @Test(arguments: 1...8)
  func `are written in as few statements as powers of two allow, none left out or doubled`(longest: Int) {
    for count in 0...70 {
      let parts = Array(0..<count).portions(of: longest)
      #expect(parts.flatMap { $0 } == Array(0..<count))
      #expect(parts.allSatisfy { !$0.isEmpty && $0.count <= longest })
    }
    #expect(Array(0..<21).portions(of: 8).map(\.count) == [8, 8, 4, 1])
  }

  @Test func `are asked for with the last one said again, so that few statements are kept`() {
    #expect([Int]().repeatingLast() == [])
    #expect([7].repeatingLast() == [7] && [1, 2].repeatingLast() == [1, 2])
    #expect([1, 2, 3].repeatingLast() == [1, 2, 3, 3])
    #expect(Array(1...5).repeatingLast() == [1, 2, 3, 4, 5, 5, 5, 5])
  }
}
