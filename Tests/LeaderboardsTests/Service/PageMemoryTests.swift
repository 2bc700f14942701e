import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseLeaderboards

@Suite struct `Answers of boards that are kept` {
  private static let ground = PageMemory.Ground(version: 1, season: "2026")

  private func question(_ query: String, as viewer: String? = nil) -> PageMemory.Question {
    PageMemory.Question(plugin: "club", board: "points", query: query, viewer: viewer.map { AccountID($0) })
  }

  @Test func `are given to who asks the same while nothing has changed`() {
    let memory = PageMemory()
    memory.keep([1, 2], question("limit=3", as: "ada"), on: Self.ground)
    #expect(memory.text(question("limit=3", as: "ada"), on: Self.ground) == [1, 2])
    #expect(memory.text(question("limit=3", as: "bob"), on: Self.ground) == nil)
    #expect(memory.text(question("limit=3"), on: Self.ground) == nil)
    #expect(memory.text(question("limit=4", as: "ada"), on: Self.ground) == nil)
    #expect(memory.text(question("limit=3", as: "ada"), on: .init(version: 2, season: "2026")) == nil)
    #expect(memory.text(question("limit=3", as: "ada"), on: .init(version: 1, season: "2027")) == nil)
  }

  @Test func `take no more memory than they may`() {
    let memory = PageMemory(most: 640)
    for number in 0..<100 {
      memory.keep(Array(repeating: 7, count: 10), question("limit=\(number)"), on: Self.ground)
      #expect((10...640).contains(memory.bytes))
    }
    #expect(memory.text(question("limit=99"), on: Self.ground)?.count == 10)
    let before = memory.bytes
    memory.keep([8], question("limit=99"), on: Self.ground)
    #expect(memory.bytes == before - 9)
    memory.keep(Array(repeating: 7, count: 11), question("limit=99"), on: Self.ground)
    #expect(memory.text(question("limit=99"), on: Self.ground) == nil, "too much for one")
    #expect(memory.bytes == before - 10)
  }

  @Test(arguments: [
    (nil, true), ("", true), ("view=top&limit=3", true), ("view=around", true), ("season=2026-W27&after=x_-", true),
    ("view=friends", false), ("limit=3&view=followed", false), ("vview=friends", false), ("partition=a%2Fb", false),
    ("after=" + String(repeating: "x", count: 251), false), ("after=" + String(repeating: "x", count: 250), true),
  ])
  func `are of questions that the board alone answers`(query: String?, isKept: Bool) {
    let call = Call(principal: nil, now: .distantPast, language: "en", requestID: "r", remoteAddress: "local")
    let request = RawRequest(parameters: ["plugin": "club", "board": "points"], query: query)
    #expect((PageMemory.Question(request, call) != nil) == isKept)
  }
}
