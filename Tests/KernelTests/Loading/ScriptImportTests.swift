internal import Testing

@testable internal import FieldhouseKernel

@Suite struct `What a script imports` {
  @Test(arguments: [
    ("import { a } from \"./a.js\";\nimport './b.js'", ["./a.js", "./b.js"]),
    ("const page = await import( '../pages/c.js' )", ["../pages/c.js"]),
    ("export * from\n  \"./d.js\"", ["./d.js"]),
    ("import(\"./é.js\")", ["./é.js"]),
    ("import { say } from \"/web/v1/page.js\"; fetch(\"./data.json\")", []),
    ("reimport \"./a.js\"; xfrom('./b.js'); import `./c.js`", []),
    ("import \"./never.js\nimport \"./\" import \"../\"", []),
    ("const it = \"it's\"; import './after.js'", ["./after.js"]),
    ("", []), ("\"", []), ("import \"./open", []),
  ])
  func `are files beside it, by each way of writing that`(script: String, imported: [String]) {
    #expect(ScriptCheck.imports(in: Array(script.utf8)) == imported)
  }
}
