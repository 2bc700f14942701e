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
        manifests/broken.json:2 /id error bundle-missing
          The plugin's folder "broken" is in none of the plugins folders.
          found no folder "broken"; expected a folder in staging or plugins
          Install the plugin with fieldhouse plugins install, or build it.
        """),
    BrokenPlugin(
      "a library that is not there",
      { plugin, _ in
        plugin.files["other.so"] = plugin.files["libfixture.so"]
        plugin.files["libfixture.so"] = nil
      },
      report: """
        manifests/broken.json:7 /library/path error path-missing
          "plugins/broken/libfixture.so" does not exist.
          found "libfixture.so"; expected a regular file inside plugins/broken
          Check the spelling or install the file.
        """),
    BrokenPlugin(
      "a library outside its folder",
      { plugin, _ in
        plugin["library", "path"] = "../healthy-a/libfixture.so"
      },
      report: """
        manifests/broken.json:7 /library/path error path-outside
          "../healthy-a/libfixture.so" does not stay inside its folder.
          found "../healthy-a/libfixture.so"; expected a regular file inside plugins/broken
          Give a relative path without "..".
        """),
    BrokenPlugin(
      "an absolute path",
      { plugin, _ in
        plugin["library", "path"] = "/usr/lib/libfixture.so"
      },
      report: """
        manifests/broken.json:7 /library/path error path-outside
          "/usr/lib/libfixture.so" does not stay inside its folder.
          found "/usr/lib/libfixture.so"; expected a regular file inside plugins/broken
          Give a relative path without "..".
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
        manifests/broken.json:7 /library/path error path-symlink
          "plugins/broken/libfixture.so" is a symbolic link.
          found "libfixture.so"; expected a regular file inside plugins/broken
          Put the file itself there.
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
        manifests/broken.json:7 /library/path error path-symlink
          "plugins/broken/lib" is a symbolic link.
          found "lib/libfixture.so"; expected a regular file inside plugins/broken
          Put the file itself there.
        """),
    BrokenPlugin(
      "a library that is a folder",
      { plugin, _ in
        plugin.files["libfixture.so/readme"] = plugin.files.removeValue(forKey: "libfixture.so")
      },
      report: """
        manifests/broken.json:7 /library/path error path-not-file
          "plugins/broken/libfixture.so" is not a regular file.
          found "libfixture.so"; expected a regular file inside plugins/broken
          Name the file itself.
        """),
    BrokenPlugin(
      "a library with another hash",
      { plugin, _ in
        plugin["library", "sha256"] = .string(String(repeating: "0", count: 64))
      },
      report: """
        manifests/broken.json:9 /library/sha256 error hash-mismatch
          The library is not the one this manifest was made for.
          found SHA-256 <hash>; expected SHA-256 <hash>
          Install the plugin again; when you built the library yourself, package it anew.
        """),
    BrokenPlugin(
      "a migration that is not there",
      { plugin, _ in
        plugin["migrations"] = ["migrations/0001.sql"]
      },
      report: """
        manifests/broken.json:16 /migrations/0 error path-missing
          "plugins/broken/migrations" does not exist.
          found "migrations/0001.sql"; expected a regular file inside plugins/broken
          Check the spelling or install the file.
        """),
    BrokenPlugin(
      "an empty migration",
      { plugin, _ in
        plugin["migrations"] = ["migrations/0001.sql"]
        plugin.files["migrations/0001.sql"] = Array("\n".utf8)
      },
      report: """
        manifests/broken.json:16 /migrations/0 error migration-invalid
          The migration 0001.sql is empty or not UTF-8.
          found "migrations/0001.sql"; expected SQL statements in a file with a name of its own
          Write the statements, or remove it.
        """),
    BrokenPlugin(
      "two migrations of one name",
      { plugin, _ in
        plugin["migrations"] = ["a/0001.sql", "b/0001.sql"]
        for folder in ["a", "b"] { plugin.files["\(folder)/0001.sql"] = Array("create table t (x text);".utf8) }
      },
      report: """
        manifests/broken.json:17 /migrations/1 error migration-invalid
          The migration 0001.sql has the name of an earlier one.
          found "b/0001.sql"; expected SQL statements in a file with a name of its own
          Rename or remove it.
        """),
    BrokenPlugin(
      "a table of texts that is a list",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "strings/en.json"]
        plugin.files["strings/en.json"] = Array("[]".utf8)
      },
      report: """
        manifests/broken.json:15 /contributions/texts/en error text-table-invalid
          The table of texts "strings/en.json" is not usable: it is no object.
          found plugins/broken/strings/en.json; expected a JSON object of texts
          Mend the table.
        """),
    BrokenPlugin(
      "a table of texts with a number",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "strings/en.json"]
        plugin.files["strings/en.json"] = Array(#"{"title": 3}"#.utf8)
      },
      report: """
        manifests/broken.json:15 /contributions/texts/en error text-table-invalid
          The table of texts "strings/en.json" is not usable: "title" is no text.
          found plugins/broken/strings/en.json; expected a JSON object of texts
          Mend the table.
        """),
    BrokenPlugin(
      "a language that lacks a text and has one too many",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json", "ar": "ar.json"]
        plugin.files["en.json"] = Array(#"{"title": "Title", "body": "Body"}"#.utf8)
        plugin.files["ar.json"] = Array(#"{"title": "عنوان", "foot": "قدم"}"#.utf8)
      },
      report: """
        manifests/broken.json:16 /contributions/texts/ar warning text-missing
          English has texts that "ar" lacks.
          found body; expected every text that English has
          Translate them.
        manifests/broken.json:16 /contributions/texts/ar warning text-unknown
          The language "ar" has texts that English lacks.
          found foot; expected no other texts than English has
          Remove them, or add them to English.
        """),
    BrokenPlugin(
      "a language whose text has another place to fill in",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json", "ar": "ar.json"]
        plugin.files["en.json"] = Array(#"{"won": "{name} has won {cup}", "lost": "{name} {score}"}"#.utf8)
        plugin.files["ar.json"] = Array(#"{"won": "{cup}: {name}", "lost": "{name} {scor}"}"#.utf8)
      },
      report: """
        manifests/broken.json:16 /contributions/texts/ar warning text-placeholders
          The language "ar" has texts with other places to fill in than English.
          found lost; expected the {names} of the English texts
          Write the same names in braces.
        """),
    BrokenPlugin(
      "scripts that import files that are not there",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json"]
        plugin["contributions", "pages"] = [["path": "/", "title": "title", "script": "web/main.js"]]
        plugin.files["en.json"] = Array(#"{"title": "Title"}"#.utf8)
        plugin.files["web/main.js"] = Array(
          """
          import { dom } from "/dom.js";
          import {
            first
          } from './first.js';
          import "./lost.js";
          export const later = () => import("../../elsewhere.js");
          """.utf8)
        plugin.files["web/first.js"] = Array(#"export * from "./main.js"; export * from "./parts/last.js""#.utf8)
      },
      report: """
        manifests/broken.json:21 /contributions/pages/0/script warning script-import-missing
          web/main.js imports "./lost.js", which is not there.
          found "./lost.js"; expected a file of the plugin's folder
          Mend the address, or add the file.
        manifests/broken.json:21 /contributions/pages/0/script warning script-import-missing
          web/main.js imports "../../elsewhere.js", which is not there.
          found "../../elsewhere.js"; expected a file of the plugin's folder
          Mend the address, or add the file.
        manifests/broken.json:21 /contributions/pages/0/script warning script-import-missing
          web/first.js imports "./parts/last.js", which is not there.
          found "./parts/last.js"; expected a file of the plugin's folder
          Mend the address, or add the file.
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
        manifests/broken.json:20 /contributions/pages/0/title warning text-key-unknown
          English has no text "titel".
          found "titel"; expected a key of the English table
          Did you mean "title"?
        """),
    BrokenPlugin(
      "a page of which the tour says what is no text",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json"]
        plugin["contributions", "pages"] = [["path": "/", "title": "title", "tour": "tuor", "script": "web/main.js"]]
        plugin.files["en.json"] = Array(#"{"title": "Title", "tour": "Tour"}"#.utf8)
        plugin.files["web/main.js"] = Array("export {}".utf8)
      },
      report: """
        manifests/broken.json:21 /contributions/pages/0/tour warning text-key-unknown
          English has no text "tuor".
          found "tuor"; expected a key of the English table
          Did you mean "tour"?
        """),
    BrokenPlugin(
      "notifications that lead where no page is",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json"]
        plugin["contributions", "pages"] = [["path": "/ponds", "title": "title", "script": "web/main.js"]]
        plugin["contributions", "notifications"] = [
          ["kind": "splash", "title": "title", "link": "/ponds/{pond}"],
          ["kind": "quack", "title": "title", "link": "/ducks/{duck}"],
        ]
        plugin.files["en.json"] = Array(#"{"title": "Title"}"#.utf8)
        plugin.files["web/main.js"] = Array("export {}".utf8)
      },
      report: """
        manifests/broken.json:33 /contributions/notifications/1/link error notification-page-unknown
          No page draws "/ducks/{duck}".
          found "/ducks/{duck}"; expected the path of a page that "pages" declares, or below
          Declare the page in "pages".
        """),
    BrokenPlugin(
      "a kind of notification whose title is no text",
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json"]
        plugin["contributions", "notifications"] = [["kind": "splash", "title": "titel"]]
        plugin.files["en.json"] = Array(#"{"title": "Title"}"#.utf8)
      },
      report: """
        manifests/broken.json:20 /contributions/notifications/0/title warning text-key-unknown
          English has no text "titel".
          found "titel"; expected a key of the English table
          Did you mean "title"?
        """),
    BrokenPlugin(
      "a rule module with another hash",
      { plugin, _ in
        plugin.files["librules.so"] = LibraryFixture.rules.bytes
        plugin["contributions", "rules"] = [
          [
            "module": "librules.so", "sha256": .string(String(repeating: "0", count: 64)),
            "functions": [BrokenPlugin.sum()],
          ]
        ]
      },
      report: """
        manifests/broken.json:17 /contributions/rules/0/sha256 error hash-mismatch
          The library is not the one this manifest was made for.
          found SHA-256 <hash>; expected SHA-256 <hash>
          Install the plugin again; when you built the library yourself, package it anew.
        """),
  ]
}
