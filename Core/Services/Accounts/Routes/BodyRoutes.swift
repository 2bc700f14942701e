internal import FieldhouseKit

/// The routes for the own body data.
struct BodyRoutes: RouteGroup {
  let context: AccountsContext
  let bodies: Bodies

  func declare(_ routes: inout Routes) {
    routes.get("/me/body", "My weight, height and fitness", access: .account) { [self] (_: NoInput, call) in
      let me = try call.account.id
      return BodyView(body: try await context.storage.read { try await BodyStore.find(me, in: $0) })
    }
    routes.patch(
      "/me/body", "Change my weight, height or fitness", access: .account, problems: [Bodies.consentNeeded]
    ) { [self] (input: BodyInput, call) in
      BodyView(body: try await bodies.change(input, of: try call.account.id))
    }
    routes.delete("/me/body", "Forget my body data and take the consent back", access: .account) {
      [self] (_: NoInput, call) in
      try await bodies.remove(try call.account.id)
      return NoContent()
    }
  }
}
