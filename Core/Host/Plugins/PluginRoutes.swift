import FieldhouseKit

/// What operators decide about plugins, mounted at `/v1/console`.
struct PluginRoutes: Sendable {
  let desk: PluginDesk

  func routes(_ routes: inout Routes) {
    routes.get(
      "/plugins/{id}", "A plugin with its settings, permissions, problems and faults", access: .operators,
      problems: [PluginDesk.unknown]
    ) { [desk] (input: PluginInput, _) in try await desk.detail(of: input.id) }
    routes.get(
      "/plugins/{id}/uses", "What would miss a plugin if it were switched off", access: .operators,
      problems: [PluginDesk.unknown]
    ) { [desk] (input: PluginInput, _) in try await desk.uses(of: input.id) }
    routes.patch(
      "/plugins/{id}",
      "Switch a plugin on or off, change its settings, grant what it asks for; tested before it is kept",
      access: .operators, problems: [PluginDesk.unknown, PluginDesk.unreadable, PluginDesk.changed]
    ) { [desk] (input: PluginChangeInput, call) in
      try await desk.change(input, by: call.principal?.account.id.text ?? "operator")
    }
  }
}
