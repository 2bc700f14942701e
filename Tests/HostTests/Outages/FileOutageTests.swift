import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `While a database file is out` {
  private static let morning = "2024-08-17T09:00:00Z"
  private static let names = ["soccer-predictions", "accounts"]

  private func copies(_ installation: Installation, _ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: installation.data).filter {
      $0.hasPrefix("\(name).rescued-") && $0.hasSuffix(".sqlite")
    }
  }

  @Test(arguments: names)
  func `that was deleted, host and doctor say so, a backup is refused, and everything acknowledged can be put back`(
    _ name: String
  ) async throws {
    let installation = try Installation(season: TestSeason.text())
    let part = "storage/\(name)"
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 2, 1)
      let report = OutageReport(outage: "\(name).sqlite deleted", host: host)
      try FileManager.default.removeItem(atPath: "\(installation.data)/\(name).sqlite")
      let status = name == "accounts" ? "down" : "degraded"
      let ready = try await report.wait(for: status, part, "down")
      #expect(ready.code == (status == "down" ? 503 : 200))
      #expect(ready.words(of: part).contains("was deleted or moved while it was open"))
      #expect(ready.words(of: part).contains("put the saved copy in the file's place"))
      let write =
        name == "accounts"
        ? try await host.call("POST", "/v1/auth/guest", body: [:])
        : try await host.prediction("PUT", TestSeason.first, as: person, body: prediction(3, 0))
      #expect(write.status == 503)
      #expect(write.code == "storage-file-lost")
      let read = try await host.prediction("GET", TestSeason.first, as: person)
      #expect(read.status == 200)
      report.tell(ready, part, reads: read.status, writes: write.status)
      try await report.doctor(part, as: ReadyState(host))
      let backup = try await Tool.fieldhouse(["backup", installation.folder("x.backup")] + installation.flags)
      #expect(backup.code != 0)
      #expect(backup.errors.contains("storage-missing: The database of \(name) is missing"), "\(backup.errors)")
      #expect(try copies(installation, name).count == 1)
      return person
    }
    if name == "accounts" {
      let start = try await Tool.fieldhouse(
        ["serve", "--listen", "127.0.0.1:0", "--clock", Self.morning] + installation.flags)
      #expect(start.code != 0)
      #expect(start.errors.contains("storage-missing"), "\(start.errors)")
      #expect(try start.errors.contains(copies(installation, name)[0]))
    }
    let copy = try #require(try copies(installation, name).first)
    try FileManager.default.moveItem(
      atPath: "\(installation.data)/\(copy)", toPath: "\(installation.data)/\(name).sqlite")
    try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.expect(home: 2, of: person)
      try await host.predict(4, 4, as: person)
      #expect(try await ReadyState(host).status == "ready")
    }
    OutageReport.recovered("\(name).sqlite deleted", "once the saved copy was put back and the host started")
  }

  @Test func `that is damaged, host and doctor say so, and it works again when it is mended`() async throws {
    let installation = try Installation(season: TestSeason.text())
    let part = "storage/soccer-predictions"
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      try await host.predictor("+4915100000001", 2, 1)
    }
    // What was written since the start stands in the log, where this damage is not.
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let report = OutageReport(outage: "soccer-predictions.sqlite damaged", host: host)
      let file = try FileHandle(
        forUpdating: URL(filePath: "\(installation.data)/soccer-predictions.sqlite"))
      let head = Data(try #require(try file.read(upToCount: 100)))
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data(repeating: 0xAB, count: 100))
      let ready = try await report.wait(for: "degraded", part, "down")
      #expect(ready.words(of: part).contains("restore a backup"))
      let write = try await host.prediction("PUT", TestSeason.first, as: person, body: prediction(3, 0))
      #expect(write.status == 503)
      #expect(write.code == "storage-corrupt")
      // A connection that has the first page in its memory answers; one that reads it again names the damage.
      let read = try await host.prediction("GET", TestSeason.first, as: person)
      #expect(read.status == 200 ? read["home"]?.int == 2 : read.code == "storage-corrupt", "\(read.status)")
      report.tell(ready, part, reads: read.status, writes: write.status)
      try await report.doctor(part, as: ReadyState(host))
      try file.seek(toOffset: 0)
      try file.write(contentsOf: head)
      try await report.recovers(part) {
        try await host.expect(home: 2, of: person)
        try await host.predict(4, 4, as: person)
      }
    }
  }

  @Test(arguments: [("full", 507), ("read-only", 503)])
  func `whose disk is in trouble, host and doctor say so, and it works again when it is mended`(
    _ trouble: String, _ status: Int
  ) async throws {
    let installation = try Installation(season: TestSeason.text())
    let disk = try await DiskTrouble(installation)
    try await RunningHost.run(installation, clock: Self.morning, environment: disk.environment) { host in
      let person = try await host.predictor("+4915100000001", 2, 1)
      let report = OutageReport(outage: "disk \(trouble)", host: host)
      try disk.set(trouble)
      let ready = try await report.wait(for: "degraded", "storage", "degraded")
      #expect(ready.code == 200)
      let remedy = ready.parts["storage"]?["remedy"]?.string
      if trouble == "full" { #expect(remedy == "Free space on the disk of the database; writing goes on by itself.") }
      #expect(remedy?.isEmpty == false)
      let write = try await host.prediction("PUT", TestSeason.first, as: person, body: prediction(3, 0))
      #expect(write.status == status)
      let read = try await host.prediction("GET", TestSeason.first, as: person)
      #expect(read.status == 200)
      report.tell(ready, "storage", reads: read.status, writes: write.status)
      try await report.doctor("storage", as: ReadyState(host))
      try disk.set("")
      try await report.recovers("storage") {
        try await host.expect(home: 2, of: person)
        try await host.predict(4, 4, as: person)
      }
    }
  }

  @Test func `the key's, host and doctor say so, and modes are mended at the next start`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let report = OutageReport(outage: "secret.key gone", host: host)
      let key = "\(installation.data)/secret.key"
      try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
      let ready = try await report.wait(for: "degraded", "key", "degraded")
      #expect(ready.words(of: "key").contains("Put \(key) back from your backup"))
      try await report.doctor("key", as: ReadyState(host))
      try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
      try await report.recovers("key")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: "\(installation.data)/accounts.sqlite")
      let open = try await report.wait(for: "degraded", "key", "degraded")
      #expect(open.words(of: "key").contains("chmod 600"))
      #expect(open.words(of: "files").contains("mode 644"))
    }
    let doctor = try await Tool.fieldhouse(["doctor", "--json"] + installation.flags)
    let codes = try doctor.json.array?.filter { $0["severity"] != "ok" }.compactMap { $0["code"]?.string } ?? []
    #expect(codes.contains("key"))
    #expect(codes.contains("files"))
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let ready = try await ReadyState(host)
      #expect(ready.status == "ready")
    }
    for name in ["secret.key", "accounts.sqlite", "accounts.sqlite.lease", "namespaces"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(installation.data)/\(name)")
      let mode = attributes[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    let mended = try await Tool.fieldhouse(["doctor"] + installation.flags)
    #expect(mended.code == 0, "\(mended.output)")
  }

  @Test(arguments: ["media/diary", "media"])
  func `the folder of a plugin's files, host and doctor say so, and the next file makes it again`(_ name: String)
    async throws
  {
    let installation = try await DiaryHost.installation()
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let report = OutageReport(outage: "\(name) gone", host: host)
      let person = try await host.signIn("+4915112340001")
      func draw(_ text: String) async throws -> Reply {
        try await host.call("POST", "/v1/diary/drawings", as: person.token, body: ["text": .string(text)])
      }
      #expect(try await draw("a house with a door").status == 201)
      let folder = "\(installation.data)/\(name)"
      try FileManager.default.removeItem(atPath: folder)
      let ready = try await report.wait(for: "degraded", "media", "degraded")
      #expect(ready.words(of: "media").contains("The folder \(folder) is gone."))
      try await report.doctor("media", as: ReadyState(host))
      let kept = try await draw("a boat")
      #expect(kept.status == 201)
      for file in kept.items {
        let reply = try await host.get("/v1/media/\(file["text"]?.string ?? "")")
        #expect(reply.status == 200)
      }
      if name != "media" { try await report.recovers("media") }
    }
  }

  @Test func `the feed's folder, host and doctor say so`() async throws {
    let installation = try Installation(season: TestSeason.text(), pollSeconds: 60)
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let report = OutageReport(outage: "feed folder gone", host: host)
      let feed = installation.folder("feed")
      try FileManager.default.moveItem(atPath: feed, toPath: feed + ".away")
      try await host.advance(to: "2024-08-17T09:05:00Z")
      let ready = try await report.wait(for: "degraded", "soccer-predictions", "degraded")
      #expect(ready.words(of: "soccer-predictions").contains("missing-directory"))
      let read = try await host.soccer("/leagues")
      #expect(read.status == 200)
      report.tell(ready, "soccer-predictions", reads: read.status, writes: 200)
      try await report.doctor("soccer-predictions", as: ReadyState(host))
      try FileManager.default.moveItem(atPath: feed + ".away", toPath: feed)
      try await host.advance(to: "2024-08-17T09:10:00Z")
      try await report.recovers("soccer-predictions")
    }
  }
}
