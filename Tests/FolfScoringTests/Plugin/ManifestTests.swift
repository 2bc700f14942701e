import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The manifest of disc golf` {
  @Test(.tags(.fs35)) func `refuses advertisements beside its pages`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let data = try Data(contentsOf: root.appending(path: "manifests/folf-scoring.json"))
    #expect(try JSON(parsing: Array(data))["advertisements"] == false)
  }
}
