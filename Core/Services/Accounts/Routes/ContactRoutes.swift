internal import FieldhouseKit

struct ContactsInput: RouteInput {
  let contacts: [String]
  let country: String?

  static var schema: Schema {
    .object(
      [
        ("contacts", .array(of: .string(minLength: 1, maxLength: 254).text(.pasted), count: 1...Contacts.most)),
        ("country", .nullable(ProfileInput.country)),
      ], required: ["contacts"])
  }
}

/// A contact that is somebody here.
struct ContactView: RouteOutput, Decodable {
  /// The contact as it was sent.
  let contact: String
  let account: AccountView
}

/// The routes for finding people by the contacts of a phone.
struct ContactRoutes: RouteGroup {
  let context: AccountsContext
  let contacts: Contacts
  let directory: Directory

  /// Not a transactional route: nothing of the contacts may be kept, not even for a repeated request.
  func declare(_ routes: inout Routes) {
    routes.action(
      "/me/contacts", "Which of my contacts are here; none is stored", access: .account, problems: [.tooManyAttempts]
    ) { [self] (input: ContactsInput, call) in
      let me = try call.account.id
      let found = try await context.storage.write { transaction in
        try await contacts.match(input.contacts, country: input.country, by: me, in: transaction)
      }
      let members = try await directory.members(found.map(\.account))
      return Page(
        items: found.compactMap { match in
          members[match.account].map { ContactView(contact: match.contact, account: AccountView($0.account)) }
        })
    }
  }
}
