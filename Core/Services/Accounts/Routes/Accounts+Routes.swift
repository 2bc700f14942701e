public import FieldhouseKit

extension Accounts {
  /// Declares the routes of accounts, below `/v1`.
  public func routes(_ routes: inout Routes) {
    sessionRoutes(&routes)
    phoneRoutes(&routes)
    passwordRoutes(&routes)
    identifierRoutes(&routes)
    meRoutes(&routes)
    if let media { pictureRoutes(&routes, media: media) }
    secondFactorRoutes(&routes)
    peopleRoutes(&routes)
    relationRoutes(&routes)
    reportRoutes(&routes)
    administrationRoutes(&routes)
    setUpRoutes(&routes)
  }
}
