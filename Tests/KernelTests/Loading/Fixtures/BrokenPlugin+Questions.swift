import FieldhouseKit

extension BrokenPlugin {
  private static let steps: JSON = [
    "name": "steps", "title": "name", "input": ["type": "object"], "answer": ["type": "object"], "access": "consent",
  ]

  static let questions: [BrokenPlugin] = [
    broken(
      "a question that is offered twice", [steps, steps],
      """
      manifests/broken.json:42 /contributions/questions/1 error question-duplicate
        The question "steps" is declared twice.
        found {"name":"steps","title":"name","input":{"type":"object"},"answer":{"type":"obje…; expected each question once; the first is at /contributions/questions/0
        Remove one of the two.
      """),
    broken(
      "a question whose schema is none",
      [["name": "steps", "title": "name", "input": ["type": "objekt"], "answer": [:], "access": "everyone"]],
      """
      manifests/broken.json:35 /contributions/questions/0/input/type error schema-invalid
        `type` must be one or several of null, boolean, integer, number, string, array, object.
        found "objekt"; expected a schema of the JSON Schema subset that the host understands
        Mend the schema.
      """),
    broken(
      "a question for those with a permission that it does not name",
      [["name": "steps", "title": "name", "input": [:], "answer": [:], "access": "permission"]],
      """
      manifests/broken.json:31 /contributions/questions/0 error question-permission-missing
        The question "steps" is for those with a permission and does not say which.
        found "access": "permission"; expected "permission" beside it
        Add "permission".
      """),
    broken(
      "a question that needs an unknown permission",
      [
        [
          "name": "steps", "title": "name", "input": [:], "answer": [:], "access": "permission",
          "permission": "see-teams",
        ]
      ],
      """
      manifests/broken.json:37 /contributions/questions/0/permission error question-permission-unknown
        The question "steps" needs "see-teams", which "permissions" does not declare.
        found "see-teams"; expected one of see-team
        Did you mean "see-team"?
      """),
    broken(
      "a question whose input may lack what the permission is needed for",
      [
        [
          "name": "steps", "title": "name", "input": ["properties": ["team": ["type": "string"]]], "answer": [:],
          "access": "permission", "permission": "see-team", "in": "team",
        ]
      ],
      """
      manifests/broken.json:44 /contributions/questions/0/in error question-permission-scope
        The question "steps" needs "see-team", which applies to a "team".
        found "team"; expected a required member of the input that is a text
        Name the parameter of the question that holds the id.
      """),
    asking(
      "a question that is asked twice", ["healthy-b.scores", "healthy-b.scores"],
      """
      manifests/broken.json:18 /contributions/asks/1 error ask-duplicate
        The question asked "healthy-b.scores" is declared twice.
        found {"question":"healthy-b.scores"}; expected each question asked once; the first is at /contributions/asks/0
        Remove one of the two.
      """),
    asking(
      "a question that nobody answers, of a plugin it depends on", ["healthy-b.score"],
      """
      manifests/broken.json:16 /contributions/asks/0/question error ask-unknown
        The plugin "healthy-b" does not answer "healthy-b.score".
        found "healthy-b.score"; expected one of healthy-b.scores
        Did you mean "healthy-b.scores"?
      """),
    asking(
      "a question that is not optional of a plugin that is no dependency", ["healthy-a.scores"],
      """
      manifests/broken.json:15 /contributions/asks/0 error ask-without-dependency
        The question "healthy-a.scores" is not optional, and "healthy-a" is no dependency.
        found no dependency on "healthy-a"; expected "healthy-a" in "dependencies"
        Add it to "dependencies", or write "optional": true and bear that there is no answer.
      """),
    BrokenPlugin(
      "a question to a plugin of another version, and one to itself",
      { plugin, installation in
        try offerScores(in: installation)
        plugin["contributions", "asks"] = [
          ["question": "healthy-b.scores", "optional": true, "version": "^2.0.0"],
          ["question": "broken.anything", "optional": true],
        ]
      },
      report: """
        manifests/broken.json:18 /contributions/asks/0/version warning ask-version
          The plugin works with the answers of "healthy-b" ^2.0.0, installed is 1.0.0.
          found "healthy-b" 1.0.0; expected a version in ^2.0.0
          Install another version of "healthy-b" or of this plugin.
        manifests/broken.json:21 /contributions/asks/1/question warning ask-unknown
          The plugin "broken" does not answer "broken.anything".
          found "broken.anything"; expected no question to it
          Install a version of "broken" that answers it.
        manifests/broken.json:14 /contributions/asks warning ask-cycle
          The plugin asks itself in the end: broken → broken.
          found broken → broken; expected questions without a circle
          Answer without asking back: what goes around more than a few times is not answered.
        """),
    BrokenPlugin(
      "a question with what the other plugin does not take, and an answer that it does not understand",
      { plugin, installation in
        try offerScores(
          in: installation, input: ["type": "object", "properties": ["days": ["type": "integer", "maximum": 31]]],
          answer: ["type": "object", "properties": ["sum": ["type": "number"]]])
        plugin["dependencies", "healthy-b"] = "*"
        plugin["contributions", "asks"] = [
          [
            "question": "healthy-b.scores",
            "input": ["type": "object", "properties": ["days": ["type": "integer", "maximum": 40]]],
            "answer": ["type": "object", "required": ["sum"], "properties": ["sum": ["type": "integer"]]],
          ]
        ]
      },
      report: """
        manifests/broken.json:20 /contributions/asks/0/input/properties/days error ask-input
          What the plugin says that it sends with "healthy-b.scores" may be what that does not take.
          found maximum 40; expected maximum 31
          Send less, or install a version of "healthy-b" that takes it.
        manifests/broken.json:28 /contributions/asks/0/answer/required error ask-answer
          The answer to "healthy-b.scores" may be what the plugin says that it does not understand.
          found no required in the answer; expected required ["sum"]
          Understand more, or install a version of "healthy-b" that answers so.
        manifests/broken.json:33 /contributions/asks/0/answer/properties/sum/type error ask-answer
          The answer to "healthy-b.scores" may be what the plugin says that it does not understand.
          found type "number" at /properties/sum of the answer; expected type "integer"
          Understand more, or install a version of "healthy-b" that answers so.
        """),
    BrokenPlugin(
      "a question whose own schema is none",
      { plugin, _ in
        plugin["contributions", "asks"] = [
          ["question": "nobody.goals", "optional": true, "answer": ["type": "objekt"]]
        ]
      },
      report: """
        manifests/broken.json:19 /contributions/asks/0/answer/type error schema-invalid
          `type` must be one or several of null, boolean, integer, number, string, array, object.
          found "objekt"; expected a schema of the JSON Schema subset that the host understands
          Mend the schema.
        """),
    BrokenPlugin(
      "a question to a plugin of a version that is none",
      { plugin, _ in
        plugin["contributions", "asks"] = [["question": "nobody.goals", "optional": true, "version": "new"]]
      },
      report: """
        manifests/broken.json:18 /contributions/asks/0/version error version-range-malformed
          "new" is no version range: "new" is no complete version.
          found "new"; expected a range such as ^1.2.0
          Write one such as ^1.2.0 or >=1.2.0 <2.0.0.
        """),
    BrokenPlugin(
      "a question that it is not known to answer, though it can do without",
      { plugin, installation in
        try offerScores(in: installation)
        plugin["contributions", "asks"] = [
          ["question": "healthy-b.goals", "optional": true], ["question": "nobody.goals", "optional": true],
        ]
      },
      report: """
        manifests/broken.json:16 /contributions/asks/0/question warning ask-unknown
          The plugin "healthy-b" does not answer "healthy-b.goals".
          found "healthy-b.goals"; expected one of healthy-b.scores
          Did you mean "healthy-b.scores"?
        """),
  ]

  private static func broken(_ fault: String, _ items: JSON, _ report: String) -> BrokenPlugin {
    BrokenPlugin(
      fault,
      { plugin, _ in
        plugin["contributions", "texts"] = ["en": "en.json"]
        plugin.files["en.json"] = Array(#"{"name": "A name"}"#.utf8)
        plugin["contributions", "scopes"] = [["kind": "team", "title": "Team"]]
        plugin["contributions", "permissions"] = [["name": "see-team", "title": "See a team", "in": "team"]]
        plugin["contributions", "questions"] = items
      }, report: report)
  }

  private static func asking(_ fault: String, _ questions: [String], _ report: String) -> BrokenPlugin {
    BrokenPlugin(
      fault,
      { plugin, installation in
        try offerScores(in: installation)
        plugin["dependencies", "healthy-b"] = "*"
        plugin["contributions", "asks"] = .array(questions.map { ["question": .string($0)] })
      }, report: report)
  }

  /// Has one of the healthy plugins answer a question.
  static func offerScores(in installation: Installation, input: JSON = [:], answer: JSON = [:]) throws {
    var plugin = PluginFixture("healthy-b", symbol: "fixture_b")
    plugin["contributions", "questions"] = [
      ["name": "scores", "title": "name", "input": input, "answer": answer, "access": "everyone"]
    ]
    plugin["contributions", "texts"] = ["en": "en.json"]
    plugin.files["en.json"] = Array(#"{"name": "A name"}"#.utf8)
    try installation.add(plugin)
  }
}
