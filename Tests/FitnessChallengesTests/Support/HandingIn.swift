import FieldhouseKit
import FieldhouseKitTesting
import Testing

extension FitnessWorld {
  static let imports = "\(area)/me/imports"
}

extension TestHost {
  /// Hands in a file in pieces, each twice, and asks once to put together what was counted.
  func handIn(
    _ file: [UInt8], _ id: String, pieces: Int, as person: TestPerson
  ) async throws -> TestReply {
    let begin: JSON = ["id": .string(id), "bytes": .integer(Int64(file.count)), "kind": "run"]
    let begun = try await post(FitnessWorld.imports, begin, as: person)
    #expect(begun.status == 201, "\(begun.text)")
    for (part, start) in stride(from: 0, to: file.count, by: pieces).enumerated() {
      let bytes = Array(file[start..<min(file.count, start + pieces)])
      for _ in 1...2 {
        let path = "\(FitnessWorld.imports)/\(id)/parts/\(part)"
        let kept = try await upload(path, bytes, type: "application/octet-stream", as: person)
        #expect(
          kept.status == 200 && (kept["part"] == .integer(Int64(part + 1)) || kept["phase"] != "open"), "\(kept.text)")
      }
    }
    return try await post("\(FitnessWorld.imports)/\(id)/finish", [:], as: person)
  }
}
