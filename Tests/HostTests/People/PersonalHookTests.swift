import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What happens to people` {
  @Test(arguments: TestEngine.allCases)
  func `is told each plugin once, over restarts and to one that was switched off before it serves`(
    on engine: TestEngine
  ) async throws {
    try await DiaryHost.at(engine) { place in
      let (ann, bob, told) = try await place.run { (host) async throws in
        let (ann, guest) = (try await host.signIn("+4915112340001"), try await host.guest())
        let bob = try await host.signIn("+4915112340002")
        try await host.write("p1", "one two", as: guest)
        #expect(try await host.call("PUT", "/v1/me/blocked/\(bob.id)", as: ann.token, body: [:]).status == 204)
        let again = try await host.signIn(guest, to: "+4915112340001")
        #expect(again.id == ann.id)
        let told = ["blocked \(bob.short) \(ann.short)", "merge \(guest.short) \(ann.short)"]
        for plugin in DiaryHost.plugins { try await eventually { try await host.lines("calls", of: plugin) == told } }
        return (again, bob, told)
      }
      try DiaryHost.set("gossip", isOn: false, in: place.installation)
      let all = try await place.run { (host) async throws in
        #expect(try await host.call("DELETE", "/v1/me/blocked/\(bob.id)", as: ann.token).status == 204)
        try await host.leave(ann)
        let all = told + ["unblocked \(bob.short) \(ann.short)", "erase \(ann.short)"]
        // What the block was is forgotten with the person; a plugin that is quick has heard of it.
        try await eventually { try await host.lines("calls", of: "diary").last == all.last }
        #expect(try await Set(host.lines("calls", of: "diary")).isSubset(of: all))
        #expect(try await host.lines("pages", of: "diary").isEmpty)
        return try await host.lines("calls", of: "diary")
      }
      try DiaryHost.set("gossip", isOn: true, in: place.installation)
      for _ in 1...2 {
        try await place.run { (host) async throws in
          #expect(try await host.lines("calls", of: "gossip") == told + ["erase \(ann.short)"])
          #expect(try await host.lines("pages", of: "gossip").isEmpty)
          #expect(try await host.lines("calls", of: "diary") == all)
        }
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `takes the live events of a plugin that was switched off before they are handed out again`(
    on engine: TestEngine
  ) async throws {
    let topics = ["diary/pages", "gossip/pages"]
    try await DiaryHost.at(engine) { place in
      let (ann, places) = try await place.run { (host) async throws in
        let ann = try await host.signIn("+4915112340001")
        var places: [String] = []
        for topic in topics {
          let stream = try await EventStream(host, topic)
          places.append(stream.lastID)
        }
        try await host.write("p1", "one two", as: ann)
        for (topic, place) in zip(topics, places) {
          let again = try await EventStream(host, topic, after: place)
          try await eventually { again.events.map(\.name) == ["written"] }
        }
        return (ann, places)
      }
      try DiaryHost.set("gossip", isOn: false, in: place.installation)
      try await place.run { (host) async throws in
        try await host.leave(ann)
        try await eventually { try await host.lines("pages", of: "diary").isEmpty }
      }
      try DiaryHost.set("gossip", isOn: true, in: place.installation)
      try await place.run { (host) async throws in
        for (topic, place) in zip(topics, places) {
          let stream = try await EventStream(host, topic, after: place)
          try await eventually { !stream.events.isEmpty }
          #expect(stream.events.map(\.name) == ["reset"], "\(topic): \(stream.events)")
        }
      }
    }
  }

  @Test func `is told once where two hosts work on one database`() async throws {
    try await PostgreSQLDatabase.run { database in
      let installation = try await DiaryHost.installation()
      let environment = ["FIELDHOUSE_DATABASE": database.address, "FIELDHOUSE_ERASURE_GRACE_HOURS": "0"]
      try await RunningHost.runFirst(installation, clock: DiaryHost.clock, environment: environment) { first in
        let beside = try await DiaryHost.installation()
        try installation.folder.copy(installation.data + "/secret.key", to: "copy.key")
        try beside.folder.write("data/secret.key", installation.folder.read("data/secret.key"))
        try await RunningHost.run(beside, clock: DiaryHost.clock, environment: environment) { second in
          var people: [Person] = []
          for number in 0..<12 {
            let host = number.isMultiple(of: 2) ? first : second
            let guest = try await host.guest()
            try await host.write("p\(number)", "one two three", as: guest, in: ["diary"])
            people.append(guest)
          }
          for (number, person) in people.enumerated() {
            try await (number % 3 == 0 ? first : second).leave(person)
          }
          let told = people.map { "erase \($0.short)" }
          try await eventually { try await first.lines("calls", of: "diary").count >= told.count }
          try await Task.sleep(for: .seconds(1))
          for host in [first, second] {
            for plugin in DiaryHost.plugins {
              try await eventually { try await host.lines("calls", of: plugin) == told }
            }
            #expect(try await host.lines("pages", of: "diary").isEmpty)
            for person in people {
              try await eventually { try await host.score(of: person, on: "words", of: "diary") == nil }
            }
          }
        }
      }
    }
  }

  @Test func `is noted for a later restore also where it is the first that a host does`() async throws {
    let installation = try Installation()
    let (bob, guest, code) = try await RunningHost.run(installation, clock: DiaryHost.clock) { host in
      let bob = try await host.signIn("+4915112340002")
      return (bob, try await host.guest(), try await host.askForCode("+4915112340002"))
    }
    try await RunningHost.run(installation, clock: DiaryHost.clock) { host in
      let body: JSON = ["phone": "+4915112340002", "code": .string(code)]
      #expect(try await host.call("POST", "/v1/auth/otp/verify", as: guest.token, body: body).status == 200)
      let line = "\(guest.id)>\(bob.id)\n"
      try await eventually { (try? installation.folder.read("data/erased.ids")) == line }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `is told again, once, when an older backup was restored`(on engine: TestEngine) async throws {
    try await DiaryHost.at(engine) { place in
      let file = place.installation.folder("old.backup")
      let (ann, bob, guest) = try await place.run { (host) async throws in
        let (ann, bob) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
        let guest = try await host.guest()
        for (page, person) in [("p1", ann), ("p2", bob), ("p3", guest)] {
          try await host.write(page, "one two \(page)", as: person)
        }
        // What is still to be heard of somebody who has left would be heard, and erased once more, behind the restore.
        try await eventually { try await host.lines("heard", of: "gossip").count == 3 }
        let flags = ["backup", file] + place.installation.flags
        let made = try await Tool.fieldhouse(flags, environment: place.environment)
        try #require(made.code == 0, "\(made.errors)")
        _ = try await host.signIn(guest, to: "+4915112340002")
        try await host.leave(ann)
        for plugin in DiaryHost.plugins {
          try await eventually { try await host.lines("calls", of: plugin).count == 2 }
        }
        return (ann, bob, guest)
      }
      let restored = try await Tool.fieldhouse(
        ["restore", file] + place.installation.flags, environment: place.environment)
      try #require(restored.code == 0, "\(restored.errors)")
      for _ in 1...2 {
        try await place.run { (host) async throws in
          for plugin in DiaryHost.plugins {
            let told = ["merge \(guest.short) \(bob.short)", "erase \(ann.short)"]
            let calls = try await host.lines("calls", of: plugin)
            #expect(calls == told, "\((try? place.installation.folder.read("data/erased.ids")) ?? "none") \(host.log)")
            let pages = try await host.lines("pages", of: plugin)
            #expect(pages == ["p2: \(bob.id): one two p2", "p3: \(bob.id): one two p3"])
            #expect(try await host.score(of: ann, on: "words", of: plugin) == nil)
            #expect(try await host.score(of: guest, on: "words", of: plugin) == nil)
            #expect(try await host.score(of: bob, on: "longest", of: plugin) == 3)
          }
          #expect(try await host.call("GET", "/v1/me", as: ann.token).status == 401)
        }
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that a plugin fails at delays nobody else, is seen under its name, and is done in the end`(
    on engine: TestEngine
  ) async throws {
    try await DiaryHost.at(engine) { place in
      try await place.run { (host) async throws in
        let (ann, bob) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
        for (page, person) in [("p1", ann), ("p2", bob)] { try await host.write(page, "one two", as: person) }
        try await host.trouble("PUT", "lazy", of: "gossip")
        try await host.leave(ann)
        try await host.leave(bob)
        let told = ["erase \(ann.short)", "erase \(bob.short)"]
        try await eventually { try await host.lines("calls", of: "diary") == told }
        #expect(try await host.lines("pages", of: "diary").isEmpty)
        try await eventually { try await host.score(of: bob, on: "words", of: "gossip") == nil }
        #expect(try await host.lines("pages", of: "gossip").count == 2, "its own hook has not worked")
        #expect(try await host.lines("calls", of: "gossip").isEmpty)
        try await eventually { try await Self.state(of: "gossip", on: host) == "degraded" }
        #expect(try await Self.state(of: "diary", on: host) == "ok")
        let doctor = try await Tool.fieldhouse(
          ["doctor", "--json"] + place.installation.flags, environment: place.environment)
        let findings = try doctor.json["findings"]?.array ?? doctor.json.array ?? []
        let finding = findings.first { $0["code"]?.string == "gossip" }
        #expect(finding?["severity"] == "problem", "\(doctor.output)")
        let message = finding?["message"]?.string ?? ""
        for word in ["The diary is lazy.", "erase tried ", " times since 2", ", next 2"] {
          #expect(message.contains(word), "\(doctor.output)")
        }
        try await host.trouble("DELETE", "lazy", of: "gossip")
        try await eventually { try await host.lines("calls", of: "gossip") == told }
        #expect(try await host.lines("pages", of: "gossip").isEmpty)
        try await eventually { try await Self.state(of: "gossip", on: host) == "ok" }
      }
    }
  }

  private static func state(of plugin: String, on host: RunningHost) async throws -> String? {
    let parts = try await host.get("/readyz?verbose")["parts"]?.array
    return parts?.first { $0["part"]?.string == plugin }?["state"]?.string
  }
}
