extension ManifestSchema {
  /// The text of `manifests/plugin.schema.json`, which a test keeps equal to this copy.
  static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Fieldhouse plugin manifest",
      "description": "Says what a plugin is (its author's part) and what this installation does with it (the operator's part: enabled, settings, grants). Paths are relative to the plugin's bundle folder.",
      "type": "object",
      "additionalProperties": false,
      "required": ["id", "name", "version", "kit", "library"],
      "properties": {
        "$schema": { "type": "string" },
        "id": { "$ref": "#/$defs/id", "description": "The plugin's own name, which never changes: it names its data." },
        "area": {
          "$ref": "#/$defs/id",
          "description": "The name under which routes, boards, topics, events and pages appear; the id unless given. Two plugins may share an area as long as no two of their contributions are the same."
        },
        "name": { "type": "string", "minLength": 1, "maxLength": 80, "description": "What people read." },
        "description": { "type": "string", "maxLength": 2000 },
        "version": {
          "type": "string",
          "x-expected": "a version such as 1.2.0",
          "description": "The plugin's version, Semantic Versioning 2.0.0."
        },
        "kit": { "$ref": "#/$defs/range", "description": "The versions of FieldhouseKit the plugin works with." },
        "host": { "$ref": "#/$defs/range", "description": "The versions of the host the plugin works with; any unless given." },
        "bundle": {
          "type": "string",
          "pattern": "^[0-9A-Za-z][0-9A-Za-z.+-]*$",
          "maxLength": 128,
          "description": "The folder of this version inside the plugin's folder, written by the installer."
        },
        "library": {
          "type": "object",
          "additionalProperties": false,
          "required": ["path", "symbol"],
          "properties": {
            "path": { "$ref": "#/$defs/path", "description": "The dynamic library." },
            "symbol": { "$ref": "#/$defs/symbol", "description": "The C name of its entry point." },
            "sha256": { "$ref": "#/$defs/hash" }
          }
        },
        "dependencies": {
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/id" },
          "additionalProperties": { "$ref": "#/$defs/range" },
          "description": "The plugins that must run before this one, with the versions it works with."
        },
        "permissions": {
          "$ref": "#/$defs/permissions",
          "description": "What the plugin asks the operator for."
        },
        "contributions": {
          "type": "object",
          "additionalProperties": false,
          "description": "What the plugin adds to the host.",
          "properties": {
            "routes": {
              "type": "array",
              "items": {
                "type": "string",
                "pattern": "^(GET|POST|PUT|PATCH|DELETE) /([a-z0-9.-]+|\\{[a-z][A-Za-z0-9]*\\})?(/([a-z0-9.-]+|\\{[a-z][A-Za-z0-9]*\\}))*$",
                "maxLength": 256,
                "x-expected": "a method and a path such as GET /matches/{match}"
              },
              "description": "Method and path below /v1/<area>, such as GET /matches/{match}."
            },
            "boards": { "type": "array", "items": { "$ref": "#/$defs/board" } },
            "topics": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name", "access"],
                "properties": {
                  "name": {
                    "type": "string",
                    "pattern": "^([a-z0-9.-]+|\\{[a-z][A-Za-z0-9]*\\})(/([a-z0-9.-]+|\\{[a-z][A-Za-z0-9]*\\}))*$",
                    "maxLength": 200,
                    "x-expected": "a name such as matches/{match}"
                  },
                  "access": { "enum": ["everyone", "account"] }
                }
              },
              "description": "Live topics below <area>/, with who may watch them."
            },
            "events": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name"],
                "properties": {
                  "name": { "$ref": "#/$defs/name" },
                  "payload": { "type": "object", "description": "The JSON Schema of what the event carries." }
                }
              },
              "description": "Events the plugin emits; other plugins know them as <area>.<name>."
            },
            "subscriptions": {
              "type": "array",
              "items": {
                "type": "string",
                "pattern": "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$",
                "x-expected": "a full name such as soccer-predictions.match-settled"
              },
              "description": "Full names of events the plugin receives."
            },
            "schedules": { "type": "array", "items": { "$ref": "#/$defs/name" } },
            "notifications": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["kind", "title"],
                "properties": { "kind": { "$ref": "#/$defs/name" }, "title": { "$ref": "#/$defs/text" } }
              },
              "description": "Kinds of notifications people can switch off; title is a key of the text tables."
            },
            "permissions": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name", "title"],
                "properties": {
                  "name": { "$ref": "#/$defs/name" },
                  "title": { "type": "string", "minLength": 1, "maxLength": 80 },
                  "scoped": { "type": "boolean", "default": false }
                }
              },
              "description": "Permissions that people can be given for this plugin's routes."
            },
            "pages": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["path", "title", "script"],
                "properties": {
                  "path": {
                    "type": "string",
                    "pattern": "^/([a-z0-9.-]+|\\{[a-z][A-Za-z0-9]*\\})?(/([a-z0-9.-]+|\\{[a-z][A-Za-z0-9]*\\}))*$",
                    "maxLength": 200,
                    "x-expected": "a path such as /matches/{match}"
                  },
                  "title": { "$ref": "#/$defs/text" },
                  "script": { "$ref": "#/$defs/path" },
                  "navigation": { "type": "boolean", "default": false }
                }
              },
              "description": "Pages of the web app below /<area>."
            },
            "texts": {
              "type": "object",
              "required": ["en"],
              "propertyNames": { "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", "x-expected": "a language such as en or pt-BR" },
              "additionalProperties": { "$ref": "#/$defs/path" },
              "description": "The table of texts of each language (BCP 47); English is always there."
            },
            "gameTypes": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["id", "title"],
                "properties": {
                  "id": { "$ref": "#/$defs/name" },
                  "title": { "type": "string", "minLength": 1, "maxLength": 80 }
                }
              }
            },
            "rules": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["module", "functions"],
                "properties": {
                  "module": { "$ref": "#/$defs/path" },
                  "sha256": { "$ref": "#/$defs/hash" },
                  "functions": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/function" } }
                }
              },
              "description": "Libraries of pure C functions, with the types and self-tests of each."
            }
          }
        },
        "migrations": {
          "type": "array",
          "items": { "$ref": "#/$defs/path" },
          "description": "SQL files in the order in which they are applied; an applied one never changes."
        },
        "settingsSchema": {
          "type": "object",
          "description": "The JSON Schema of the settings; \"x-secret\": true marks a secret."
        },
        "enabled": { "type": "boolean", "default": true, "description": "Operator: whether the plugin runs." },
        "settings": { "type": "object", "description": "Operator: values for the settings schema." },
        "grants": { "$ref": "#/$defs/permissions", "description": "Operator: what of the permissions is granted." }
      },
      "$defs": {
        "id": {
          "type": "string",
          "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
          "minLength": 2,
          "maxLength": 40,
          "x-expected": "2 to 40 lower-case letters, digits and single hyphens, a letter first"
        },
        "name": {
          "type": "string",
          "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
          "maxLength": 64,
          "x-expected": "up to 64 lower-case letters, digits and single hyphens, a letter first"
        },
        "range": { "type": "string", "minLength": 1, "maxLength": 256, "x-expected": "a range such as ^1.2.0" },
        "path": { "type": "string", "minLength": 1, "maxLength": 400, "x-expected": "a path inside the bundle folder" },
        "symbol": {
          "type": "string",
          "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
          "maxLength": 200,
          "x-expected": "a C identifier"
        },
        "hash": {
          "type": "string",
          "pattern": "^[0-9a-f]{64}$",
          "x-expected": "64 lower-case hexadecimal digits",
          "description": "The library's SHA-256; checked before anything of it is loaded."
        },
        "text": { "type": "string", "minLength": 1, "maxLength": 200, "x-expected": "a key of the text tables" },
        "permissions": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "http": {
              "type": "array",
              "uniqueItems": true,
              "items": {
                "type": "string",
                "pattern": "^(http://)?[a-z0-9-]+(\\.[a-z0-9-]+)*(:[1-9][0-9]{0,4})?$",
                "maxLength": 260,
                "x-expected": "a host such as api.example.org"
              },
              "description": "Hosts the plugin may call, over https unless the entry begins with http://."
            },
            "media": { "type": "boolean", "default": false, "description": "Whether the plugin may store files." }
          }
        },
        "board": {
          "type": "object",
          "additionalProperties": false,
          "required": ["id", "title"],
          "properties": {
            "id": { "$ref": "#/$defs/name" },
            "title": { "type": "string", "minLength": 1, "maxLength": 80 },
            "order": { "$ref": "#/$defs/order" },
            "operator": { "enum": ["best", "latest", "sum"], "default": "best" },
            "tieBreaks": {
              "type": "array",
              "maxItems": 3,
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["column", "order"],
                "properties": {
                  "column": { "type": "string", "pattern": "^[a-z][A-Za-z0-9]*$", "maxLength": 64 },
                  "order": { "$ref": "#/$defs/order" }
                }
              }
            },
            "earliestWins": { "type": "boolean", "default": false },
            "numbering": { "enum": ["standard", "dense", "ordinal"], "default": "standard" },
            "seasons": { "enum": ["none", "daily", "weekly", "monthly", "yearly", "manual"], "default": "none" },
            "entries": {
              "type": "object",
              "additionalProperties": false,
              "required": ["column"],
              "properties": {
                "column": { "$ref": "#/$defs/detail" },
                "minimum": { "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0 },
                "available": { "$ref": "#/$defs/detail" }
              },
              "description": "The numbers in the rows' details that count a person's entries: who has fewer than the minimum is not on the board, and the fair view divides the score by those that were available."
            },
            "teams": {
              "type": "array",
              "maxItems": 8,
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["kind"],
                "properties": {
                  "kind": { "$ref": "#/$defs/name" },
                  "scoring": { "enum": ["sum", "average", "best"], "default": "sum" },
                  "count": { "type": "integer", "minimum": 1, "maximum": 1000, "default": 10 },
                  "minimumSize": { "type": "integer", "minimum": 1, "maximum": 1000000, "default": 1 }
                }
              },
              "description": "The parts of the board named kind/id are teams, ranked by their members' scores."
            }
          }
        },
        "detail": { "type": "string", "pattern": "^[a-z][A-Za-z0-9]*$", "maxLength": 64 },
        "order": { "enum": ["descending", "ascending"] },
        "ruleType": { "enum": ["int64", "double", "string", "int64[]", "double[]", "string[]"] },
        "function": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "symbol", "parameters", "result", "tests"],
          "properties": {
            "name": { "type": "string", "pattern": "^[a-z][A-Za-z0-9-]*$", "maxLength": 64 },
            "symbol": { "$ref": "#/$defs/symbol" },
            "parameters": { "type": "array", "maxItems": 32, "items": { "$ref": "#/$defs/ruleType" } },
            "result": { "$ref": "#/$defs/ruleType" },
            "capacity": { "type": "integer", "minimum": 1, "maximum": 65536 },
            "tests": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["arguments", "expected"],
                "properties": {
                  "arguments": { "type": "array", "items": { "$ref": "#/$defs/ruleValue" } },
                  "expected": { "$ref": "#/$defs/ruleValue" },
                  "tolerance": { "type": "number", "minimum": 0 }
                }
              },
              "description": "Calls with known results; they alone can show that the C function has these types."
            }
          }
        },
        "ruleValue": {
          "type": ["number", "string", "array"],
          "items": { "type": ["number", "string"] }
        }
      }
    }
    """# + "\n"
}
