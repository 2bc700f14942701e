internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("The news of commits")
struct CommitNewsTests {
  private func event(_ number: Int64) -> CommittedEffect {
    .event(sequence: number, Event(name: "a.b", payload: .integer(number)))
  }

  @Test func `are told when somebody goes on, once and in the order of the commits`() {
    let (news, heard) = (CommitNews(), Collector<[Int64]>())
    news.hooks.add { heard.add($0.map(\.sequence)) }
    news.add([event(1), event(2)])
    news.add([])
    news.add([event(3)])
    #expect(heard.items == [])
    news.tell()
    #expect(heard.items == [[1, 2], [3]])
    news.tell()
    #expect(heard.items.count == 2)
  }

  @Test func `of very many changes are told at once, behind those that came before`() {
    let (news, heard) = (CommitNews(), Collector<Int>())
    news.hooks.add { heard.add($0.count) }
    news.add([event(0)])
    news.add((1...600).map(event))
    #expect(heard.items == [1, 600])
  }

  @Test func `have been told to the last before anybody goes on`() async {
    let (news, heard) = (CommitNews(), Collector<Int64>())
    news.hooks.add { effects in
      Thread.sleep(forTimeInterval: 0.0001)
      for effect in effects { heard.add(effect.sequence) }
    }
    await withTaskGroup { group in
      for number in 1...300 as ClosedRange<Int64> {
        news.add([event(number)])
        group.addTask {
          news.tell()
          #expect(heard.items.count >= number)
        }
      }
    }
    #expect(heard.items == Array(1...300))
  }
}
