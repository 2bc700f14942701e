import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `What is marked to be reckoned` {
  @Test(arguments: TestHost.Engine.available)
  func `is done by nobody who began before it was marked, also when another host has done what was there`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let (storage, ann) = (world.host.services.storage, AccountID("ann"))
      let later = world.host.clock.now + 30 * 86_400
      func mark(_ span: Range<Int64>) async throws {
        try await storage.write { try await DirtyStore.mark(ann, span, due: later, in: $0) }
      }
      func marked() async throws -> [Dirty] {
        try await storage.read { try await DirtyStore.due(at: later, limit: 10, in: $0) }
      }
      func done(_ dirty: Dirty) async throws { try await storage.write { try await DirtyStore.done(dirty, in: $0) } }

      try await mark(0..<10)
      let first = try #require(try await marked().first)
      try await done(first)
      #expect(try await marked().isEmpty)
      try await mark(5..<20)
      // A host that had read it before is ready now.
      try await done(first)
      try await storage.write { try await DirtyStore.putOff(first, at: later, in: $0) }
      let second = try #require(try await marked().first)
      #expect(second.span == 5..<20 && second.tries == 0)
      try await mark(0..<3)
      try await done(second)
      let third = try #require(try await marked().first)
      #expect(third.span == 0..<20)
      try await done(third)
      #expect(try await marked().isEmpty)
    }
  }
}
