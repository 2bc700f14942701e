import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `What the command line names` {
  @Test(
    arguments: [
      ("sqlite", "data"), ("sqlite:/srv/old", "/srv/old"), ("sqlite:old", "old"), ("postgresql://db/fieldhouse", "-"),
      ("postgres:///fieldhouse?host=/run", "-"), ("sqlite:", nil), ("", nil), ("SQLITE", nil), ("mysql://db", nil),
      ("postgresql:db", nil), ("data", nil),
    ] as [(String, String?)])
  func `is a database in a folder, or one of a server`(text: String, folder: String?) {
    #expect(DatabaseAddress(argument: text).map { $0.folder(data: "data") ?? "-" } == folder)
  }

  @Test(
    arguments: [
      ("correct horse\n", "correct horse"), ("correct horse", "correct horse"), ("first\r\nsecond\n", "first"),
      (" spaces stay \n\n", " spaces stay "), ("käse\tbrot\n", "käse\tbrot"), ("", nil), ("\nsecond", nil),
      ("\r\n", nil),
    ] as [(String, String?)])
  func `is a file whose first line is the passphrase`(text: String, expected: String?) throws {
    let folder = try TestFolder()
    let path = try folder.write("passphrase", text)
    guard let expected else {
      let error = #expect(throws: SettingsError.self) { try Passphrase.read(path) }
      #expect(error?.message.contains("The first line of \(path) is empty") == true)
      return
    }
    #expect(try Passphrase.read(path) == Array(expected.utf8))
    #expect(throws: SettingsError.self) { try Passphrase.read(path + "s") }
  }

  @Test(arguments: [(0, 0, 30, 100), (0, 9, 0, 0), (1, 3, 10, 33), (8, 9, 26, 88), (9, 9, 30, 100), (12, 9, 30, 100)])
  func `is shown with how far it has come`(done: Int, total: Int, filled: Int, percent: Int) {
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 30 - filled)
    let line = ProgressBar.line(StorageProgress(step: "copying club", done: done, total: total))
    #expect(line == "[\(bar)] \(percent) %  copying club")
  }
}
