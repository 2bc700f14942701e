import FieldhouseKernel
import FieldhouseMachine
import Foundation
import Testing

@Suite("Paths a manifest may name")
struct ContainedPathTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write("plugin/lib/soccer.so", [1])
    try folder.write("outside.so", [2])
    try link("plugin/linked.so", to: folder.path + "/outside.so")
    try link("plugin/elsewhere", to: folder.path)
    try link("plugin/near.so", to: "lib/soccer.so")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
  }

  @Test(arguments: ["plugin", "plugin/"])
  func `a regular file below the folder is found`(name: String) throws {
    let path = try ContainedPath.resolve("lib/soccer.so", inside: folder.path + "/" + name)
    #expect(path == folder.path + "/plugin/lib/soccer.so")
  }

  @Test(arguments: [
    ("../outside.so", "path-outside"), ("lib/../../outside.so", "path-outside"),
    ("lib/../lib/soccer.so", "path-outside"),
    ("/etc/passwd", "path-outside"), ("", "path-outside"), (".", "path-outside"), ("..", "path-outside"),
    ("lib//soccer.so", "path-outside"), ("./lib/soccer.so", "path-outside"), ("lib/soccer.so/", "path-outside"),
    ("lib/soccer.so\0.png", "path-outside"),
    ("linked.so", "path-symlink"), ("near.so", "path-symlink"), ("elsewhere/outside.so", "path-symlink"),
    ("lib/absent.so", "path-missing"), ("absent/soccer.so", "path-missing"), ("lib/soccer.so/x", "path-missing"),
    ("lib", "path-not-file"),
  ])
  func `every way out is refused with its code`(relative: String, code: String) {
    let error = #expect(throws: PathError.self) {
      try ContainedPath.resolve(relative, inside: folder.path + "/plugin")
    }
    #expect(error?.code == code)
  }

  @Test func `a pipe is no file`() throws {
    let pipe = folder.path + "/plugin/pipe.so"
    #expect(mkfifo(pipe, 0o600) == 0)
    let error = #expect(throws: PathError.self) {
      try ContainedPath.resolve("pipe.so", inside: folder.path + "/plugin")
    }
    #expect(error?.reason == .notFile)
    #expect(throws: PathError.self) { try SHA256.hex(ofFile: pipe) }
  }
}
