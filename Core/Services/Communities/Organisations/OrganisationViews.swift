internal import FieldhouseKit
internal import Foundation

/// An organisation as operators see it.
struct OrganisationView: RouteOutput, Decodable {
  let group: GroupView
  let country: String?
  /// Who is responsible.
  let contact: PersonView?
  let email: String?

  init(_ organisation: Organisation, contact: Account?, email: String?) {
    group = GroupView(organisation.group)
    country = organisation.country
    (self.contact, self.email) = (contact.map(PersonView.init), contact == nil ? nil : email)
  }
}

/// A kind of organisations.
struct OrganisationKindView: RouteOutput, Decodable {
  /// The area of the plugin that they belong to.
  let area: String
  let kind: String
  /// What people call it.
  let title: String
  /// The kind of group that each lies in.
  let parent: String?
  let hasPictures: Bool
  let longestName: Int
}
