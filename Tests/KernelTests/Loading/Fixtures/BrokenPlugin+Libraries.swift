import FieldhouseKit

extension BrokenPlugin {
  static let libraries: [BrokenPlugin] = [
    BrokenPlugin(
      "a library for another processor",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched(at: 18, 243))
      },
      report: """
        manifests/broken.json:7 /library/path error elf-wrong-architecture
          The library is made for riscv, this host runs on <machine>.
          found "libfixture.so"; expected a shared library for <machine>
          Build it for <machine>.
        """),
    BrokenPlugin(
      "an executable instead of a library",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched(at: 16, 2))
      },
      report: """
        manifests/broken.json:7 /library/path error elf-not-shared-library
          The file is an executable, not a shared library.
          found "libfixture.so"; expected a shared library for <machine>
          Link it with -shared.
        """),
    BrokenPlugin(
      "a library that is cut off",
      { plugin, _ in
        plugin.files["libfixture.so"] = Array(LibraryFixture.plugin.bytes.prefix(100))
      },
      report: """
        manifests/broken.json:7 /library/path error elf-truncated
          The program header table reaches past the end of the file.
          found "libfixture.so"; expected a shared library for <machine>
          Copy or build the library again.
        """),
    BrokenPlugin(
      "a library that is a text",
      { plugin, _ in
        plugin.files["libfixture.so"] = Array("not a library".utf8)
      },
      report: """
        manifests/broken.json:7 /library/path error elf-not-elf
          The file is no ELF library.
          found "libfixture.so"; expected a shared library for <machine>
          Name the .so file that the linker wrote.
        """),
    BrokenPlugin(
      "a library without a package note",
      { plugin, _ in
        plugin.files["libfixture.so"] = LibraryFixture.withoutNote.bytes
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """
        manifests/broken.json:7 /library/path error package-note-missing
          The library's package note cannot be used (there is none).
          found "libfixture.so"; expected a package note with type, id, kit and swift
          Link the plugin with --package-metadata={"type":"fieldhouse-plugin","id":…,"kit":…,"swift":…}.
        """),
    BrokenPlugin(
      "a package note that is not JSON",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("{\"type\"", "<\"type\""))
      },
      report: """
        manifests/broken.json:7 /library/path error package-note-malformed
          The library's package note cannot be used (it is no JSON object: <"type":"fieldhouse-plugin","id":"broken"                             ,"kit":"1.0.0","swift":"6.3"}).
          found "libfixture.so"; expected a package note with type, id, kit and swift
          Link the plugin with --package-metadata={"type":"fieldhouse-plugin","id":…,"kit":…,"swift":…}.
        """),
    BrokenPlugin(
      "a package note without the Swift version",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"swift\":", "\"swfit\":"))
      },
      report: """
        manifests/broken.json:7 /library/path error package-note-key-missing
          The library's package note cannot be used ("swift" is missing).
          found "libfixture.so"; expected a package note with type, id, kit and swift
          Link the plugin with --package-metadata={"type":"fieldhouse-plugin","id":…,"kit":…,"swift":…}.
        """),
    BrokenPlugin(
      "the package note of something else",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("fieldhouse-plugin", "fieldhouse-museum"))
      },
      report: """
        manifests/broken.json:7 /library/path error package-note-wrong-type
          The library's package note cannot be used (found "fieldhouse-museum").
          found "libfixture.so"; expected a package note with type, id, kit and swift
          Link the plugin with --package-metadata={"type":"fieldhouse-plugin","id":…,"kit":…,"swift":…}.
        """),
    BrokenPlugin(
      "the library of another plugin",
      { plugin, _ in
        plugin.files["libfixture.so"] = LibraryFixture.plugin.owned(by: "healthy-a").bytes
      },
      report: """
        manifests/broken.json:7 /library/path error note-id
          The library belongs to another plugin, "healthy-a".
          found "healthy-a"; expected "broken"
          Name the right library, or mend the id in its package note.
        """),
    BrokenPlugin(
      "a library built with another Swift",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"swift\":\"\(LibraryFixture.swift)\"", "\"swift\":\"5.9\""))
      },
      report: """
        manifests/broken.json:7 /library/path error note-swift
          The library was built with Swift 5.9, this host with 6.3.
          found Swift 5.9; expected Swift 6.3
          Build the plugin with Swift 6.3.
        """),
    BrokenPlugin(
      "a library built against a newer Kit",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"kit\":\"1.0.0\"", "\"kit\":\"1.9.0\""))
      },
      report: """
        manifests/broken.json:7 /library/path error note-kit
          The library was built against Kit 1.9.0, this host has \(Kit.version).
          found Kit 1.9.0; expected Kit \(Kit.version) or an older 1.x
          Build the plugin against this host's Kit, or update the host.
        """),
    BrokenPlugin(
      "a library built against another generation of Kit",
      { plugin, _ in
        plugin.use(LibraryFixture.plugin.patched("\"kit\":\"1.0.0\"", "\"kit\":\"0.9.0\""))
      },
      report: """
        manifests/broken.json:7 /library/path error note-kit
          The library was built against Kit 0.9.0, this host has \(Kit.version).
          found Kit 0.9.0; expected Kit \(Kit.version) or an older 1.x
          Build the plugin against this host's Kit, or update the host.
        """),
    BrokenPlugin(
      "a library with its own copy of Kit",
      { plugin, _ in
        plugin.use(.ownKit)
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """
        manifests/broken.json:7 /library/path error library-own-kit
          The library contains its own copy of FieldhouseKit.
          found nominal type descriptor for FieldhouseKit.Copy; expected libFieldhouseKit.so among the libraries it needs
          Depend on the product FieldhouseKit of the package Core/Kit, not on its sources.
        """),
    BrokenPlugin(
      "a library that is not linked with Kit",
      { plugin, _ in
        plugin.use(.withoutKit)
        plugin["library", "symbol"] = "fixture_e"
      },
      report: """
        manifests/broken.json:7 /library/path error library-without-kit
          The library is not linked with FieldhouseKit.
          found no libFieldhouseKit.so among the libraries it needs; expected libFieldhouseKit.so among them
          Link the plugin with the product FieldhouseKit.
        """),
    BrokenPlugin(
      "an entry point that the library does not export",
      { plugin, _ in
        plugin["library", "symbol"] = "fixture_x"
      },
      report: """
        manifests/broken.json:8 /library/symbol error symbol-missing
          The library exports no function fixture_x.
          found no fixture_x; expected a function marked @c(fixture_x)
          Mark the entry point with @c(fixture_x), or name the right symbol.
        """),
    BrokenPlugin(
      "a rule function that the module does not export",
      { plugin, _ in
        plugin.files["librules.so"] = LibraryFixture.rules.bytes
        plugin["contributions", "rules"] = [["module": "librules.so", "functions": [BrokenPlugin.sum(symbol: "sun")]]]
      },
      report: """
        manifests/broken.json:20 /contributions/rules/0/functions/0/symbol error rule-symbol-missing
          The rule module librules.so exports no function sun.
          found no sun; expected int64_t sun(const int64_t *, int64_t)
          Export the function, or name the right symbol.
        """),
  ]
}
