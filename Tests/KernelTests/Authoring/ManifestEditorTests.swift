import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `Switching a plugin on and off` {
  @Test func `changes the manifest's file and keeps its mode`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("walks.json", "{\n  \"id\": \"walks\",\n  \"enabled\": true\n}\n".utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try ManifestEditor.setEnabled(false, inManifest: file)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\n  \"id\": \"walks\",\n  \"enabled\": false\n}\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["walks.json"])
  }

  @Test func `follows a link to the manifest`() throws {
    let folder = try ScratchFolder()
    try folder.write("shared/walks.json", #"{"id": "walks"}"#.utf8)
    let link = "\(folder.path)/walks.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "shared/walks.json")
    try ManifestEditor.setEnabled(false, inManifest: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "shared/walks.json")
    #expect(
      try String(contentsOfFile: "\(folder.path)/shared/walks.json", encoding: .utf8)
        == #"{"id": "walks", "enabled": false}"#)
  }

  @Test func `finds the manifest by the plugin's id, or says what was meant`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("other-name.json", #"{"id": "walking-clubs"}"#.utf8)
    #expect(try ManifestEditor.manifestFile(of: "walking-clubs", in: folder.path) == file)
    #expect(throws: AuthoringError.unknownPlugin("walkin-clubs", nearest: "walking-clubs")) {
      try ManifestEditor.manifestFile(of: "walkin-clubs", in: folder.path)
    }
  }

  @Test func `reports a file that is not there`() throws {
    let error = #expect(throws: AuthoringError.self) {
      try ManifestEditor.setEnabled(true, inManifest: "/nowhere/walks.json")
    }
    #expect(error?.reason == .fileUnreadable)
  }
}
