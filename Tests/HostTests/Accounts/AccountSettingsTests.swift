import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `What an operator decides about accounts` {
  @Test(.tags(.pl4, .pl8)) func `can be read with its default, and says how it is set`() async throws {
    let tool = try await Tool.fieldhouse(["config", "explain", "--json"])
    let all = try #require(try tool.json.array)
    let defaults = Dictionary(
      all.compactMap { setting in setting["key"]?.string.map { ($0, setting["default"]?.string) } },
      uniquingKeysWith: { $1 })
    let expected = [
      "signInMethods": "phone,email,guest,providers", "passwordMinimum": "15", "sessionDays": "30", "codeMinutes": "10",
      "codeDigits": "6", "resendSeconds": "30", "adminSecondFactor": "required",
      "pluginAdminSecondFactor": "after-grace", "pluginAdminGraceDays": "14", "deliveries": "file",
    ]
    for (key, value) in expected { #expect(defaults[key] == value, "\(key)") }
  }

  @Test(
    .tags(.pl8),
    arguments: [
      ("PASSWORD_MINIMUM", "7"), ("SIGN_IN_METHODS", "guest"), ("SIGN_IN_METHODS", "phone,fax"),
      ("ADMIN_SECOND_FACTOR", "never"), ("PLUGIN_ADMIN_SECOND_FACTOR", "yes"),
      ("PLUGIN_ADMIN_GRACE_DAYS", "91"), ("PLUGIN_ADMIN_GRACE_DAYS", "-1"), ("CODE_DIGITS", "5"),
      ("DELIVERIES", "pigeon"), ("SMTP_URL", "http://x"),
      ("PUBLIC_URL", "play.club.example"), ("IDENTITY_PROVIDERS", "none"), ("IDENTITY_PROVIDERS", "[1]"),
      ("IDENTITY_PROVIDERS", #"[{"id": "club", "title": "Club", "issuer": "http://club.example", "clientId": "x"}]"#),
      ("IDENTITY_PROVIDERS", #"[{"id": "Club", "title": "Club", "issuer": "https://club.example", "clientId": "x"}]"#),
      ("IDENTITY_PROVIDERS", #"[{"id": "club", "title": "Club", "issuer": "https://club.example"}]"#),
      ("IDENTITY_PROVIDERS", #"[{"id": "club", "titel": "Club", "issuer": "https://club.example", "clientId": "x"}]"#),
    ])
  func `is refused when it does not fit`(name: String, value: String) async throws {
    let environment = ["FIELDHOUSE_\(name)": value]
    let tool = try await Tool.fieldhouse(["config", "explain"], environment: environment)
    #expect(tool.code == 2)
    #expect(tool.errors.contains("does not fit"))
  }

  @Test(.tags(.pl4, .pl8, .pl20)) func `holds for everybody`() async throws {
    let environment = [
      "FIELDHOUSE_SIGN_IN_METHODS": "email", "FIELDHOUSE_PASSWORD_MINIMUM": "8", "FIELDHOUSE_TERMS_VERSION": "7",
      "FIELDHOUSE_PUBLIC_URL": "https://play.club.example/",
    ]
    try await RunningHost.run(
      try Installation(), clock: "2024-08-17T11:40:00Z", environment: environment
    ) { host in
      let methods = try await host.get("/v1/auth/methods").json
      #expect(
        methods == [
          "phone": false, "email": true, "guest": false, "providers": [], "minimumPasswordLength": 8,
          "termsVersion": "7", "privacyVersion": "7",
        ])
      #expect(try await host.call("POST", "/v1/auth/guest", body: [:]).code == "sign-in-method-off")
      #expect(
        try await host.call("POST", "/v1/auth/otp", body: ["phone": "+4915112345678"]).code == "sign-in-method-off")
      let body: JSON = [
        "name": "Jane", "email": "jane@example.org", "password": "tr0ub4d0", "passwordConfirmation": "tr0ub4d0",
        "acceptsTerms": true,
      ]
      #expect(try await host.call("POST", "/v1/auth/register", body: body).status == 202)
      let link = try await host.message(to: "jane@example.org")["link"]?.string
      #expect(link?.hasPrefix("https://play.club.example/verify?token=") == true)
    }
  }
}
