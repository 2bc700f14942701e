import FieldhouseKit
import Foundation
import Testing

@Suite struct `fieldhouse check` {
  @Test func `of healthy manifests ends with 0 and shows plugins and pending migrations`() async throws {
    let installation = try Installation()
    let text = try await Tool.fieldhouse(["check"] + installation.flags)
    #expect(text.code == 0)
    #expect(text.output.contains("ready soccer-predictions 1.0.0"))
    let json = try await Tool.fieldhouse(["check", "--json"] + installation.flags)
    #expect(json.code == 0)
    let report = try json.json
    #expect(report["problems"] == [])
    #expect(report["plugins"]?[0]?["id"] == "soccer-predictions")
    #expect(report["migrationPlans"]?["soccer-predictions"]?[0]?["name"] == "0001-predictions.sql")
  }

  @Test func `of broken manifests ends with 1 and names file, place, code and remedy of each mistake`() async throws {
    let installation = try Installation()
    try installation.folder.write(
      "manifests/broken.json", #"{"id": "broken", "nmae": "Broken", "version": "1", "kit": "^1.0.0"}"#)
    try installation.folder.write("manifests/unfinished.json", #"{"id": "unfinished","#)
    let text = try await Tool.fieldhouse(["check"] + installation.flags)
    #expect(text.code == 1)
    #expect(text.output.contains("broken.json:1"))
    #expect(text.output.contains("ready soccer-predictions 1.0.0"))
    let json = try await Tool.fieldhouse(["check", "--json"] + installation.flags)
    #expect(json.code == 1)
    let problems = try json.json["problems"]?.array ?? []
    let files = Set(problems.compactMap { $0["file"]?.string.map { URL(fileURLWithPath: $0).lastPathComponent } })
    #expect(files == ["broken.json", "unfinished.json"])
    let unknown = problems.first { $0["pointer"]?.string == "/nmae" }
    #expect(unknown?["remedy"]?.string?.contains("name") == true)
    #expect(problems.allSatisfy { $0["code"]?.string?.isEmpty == false })
  }

  @Test func `of a folder that is not there ends with 1`() async throws {
    let installation = try Installation()
    let tool = try await Tool.fieldhouse([
      "check", "--data", installation.data, "--manifests", installation.folder("nowhere"),
    ])
    #expect(tool.code == 1)
    #expect(tool.output.contains("manifests-unreadable"))
  }
}
