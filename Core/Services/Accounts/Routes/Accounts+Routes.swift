public import FieldhouseKit

extension Accounts {
  /// Declares the routes of accounts, below `/v1`.
  public func routes(_ routes: inout Routes) {
    sessionRoutes(&routes)
    phoneRoutes(&routes)
    passwordRoutes(&routes)
    identifierRoutes(&routes)
    stepUpRoutes(&routes)
    providerRoutes(&routes)
    meRoutes(&routes)
    if let pictures { pictureRoutes(&routes, pictures) }
    bodyRoutes(&routes)
    secondFactorRoutes(&routes)
    peopleRoutes(&routes)
    teamRoutes(&routes)
    relationRoutes(&routes)
    contactRoutes(&routes)
    invitationRoutes(&routes)
    reportRoutes(&routes)
    administrationRoutes(&routes)
    setUpRoutes(&routes)
  }
}
