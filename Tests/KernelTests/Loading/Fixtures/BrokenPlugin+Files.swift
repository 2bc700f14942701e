import FieldhouseKit
import Foundation

extension BrokenPlugin {
  static let files: [BrokenPlugin] = [
    BrokenPlugin(
      "a bundle folder that is not there",
      { plugin, _ in
        plugin.files = [:]
      },
      report: """

        """),
    BrokenPlugin(
      "a library that is not there",
      { plugin, _ in
        plugin.files["other.so"] = plugin.files["libfixture.so"]
        plugin.files["libfixture.so"] = nil
      },
      report: """

        """),
    BrokenPlugin(
      "a library outside its folder",
      { plugin, _ in
        plugin["library", "path"] = "../healthy-a/libfixture.so"
      },
      report: """

        """),
    BrokenPlugin(
      "an absolute path",
      { plugin, _ in
        plugin["library", "path"] = "/usr/lib/libfixture.so"
      },
      report: """

        """),
    BrokenPlugin(
      "a library that is a symbolic link",
      { plugin, installation in
        try installation.add(plugin)
        let path = "\(installation.plugins)/broken/libfixture.so"
        try FileManager.default.moveItem(atPath: path, toPath: "\(installation.folder.path)/elsewhere.so")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../elsewhere.so")
        plugin.files = [:]
      },
      report: """

        """),
    BrokenPlugin(
      "a folder that is a symbolic link",
      { plugin, installation in
        try installation.add(plugin)
        let path = "\(installation.plugins)/broken/lib"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../healthy-a")
        plugin["library", "path"] = "lib/libfixture.so"
      },
      report: """

        """),
    BrokenPlugin(
      "a library that is a folder",
      { plugin, _ in
        plugin.files["libfixture.so/readme"] = plugin.files.removeValue(forKey: "libfixture.so")
      },
      report: """

        """),
    BrokenPlugin(
      "a library with another hash",
      { plugin, _ in
        plugin["library", "sha256"] = .string(String(repeating: "0", count: 64))
      },
      report: """

        """),
    BrokenPlugin(
      "a migration that is not there",
      { plugin, _ in
        plugin["migrations"] = ["migrations/0001.sql"]
      },
      report: """

        """),
    BrokenPlugin(
      "an empty migration",
      { plugin, _ in
        plugin["migrations"] = ["migrations/0001.sql"]
        plugin.files["migrations/0001.sql"] = Array("\n".utf8)
      },
      report: """

        """),
    BrokenPlugin(
      "two migrations of one name",
      { plugin, _ in
        plugin["migrations"] = ["a/0001.sql", "b/0001.sql"]
        for folder in ["a", "b"] { plugin.files["\(folder)/0001.sql"] = Array("create table t (x text);".utf8) }
      },
      report: """

        """),
    BrokenPlugin(
      "a table of texts that is a list",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "strings/en.json"]
        plugin.files["strings/en.json"] = Array("[]".utf8)
      },
      report: """

        """),
    BrokenPlugin(
      "a table of texts with a number",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "strings/en.json"]
        plugin.files["strings/en.json"] = Array(#"{"title": 3}"#.utf8)
      },
      report: """

        """),
    BrokenPlugin(
      "a language that lacks a text and has one too many",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json", "ar": "ar.json"]
        plugin.files["en.json"] = Array(#"{"title": "Title", "body": "Body"}"#.utf8)
        plugin.files["ar.json"] = Array(#"{"title": "عنوان", "foot": "قدم"}"#.utf8)
      },
      report: """

        """),
    BrokenPlugin(
      "a page whose title is no text",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json"]
        plugin["contributions", "pages"] = [["path": "/", "title": "titel", "script": "web/main.js"]]
        plugin.files["en.json"] = Array(#"{"title": "Title"}"#.utf8)
        plugin.files["web/main.js"] = Array("export {}".utf8)
      },
      report: """

        """),
  ]
}
