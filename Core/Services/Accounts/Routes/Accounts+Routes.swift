public import FieldhouseKit

extension Accounts {
  /// Declares the routes of accounts, below `/v1`.
  public func routes(_ routes: inout Routes) {
    sessionRoutes(&routes)
    phoneRoutes(&routes)
    passwordRoutes(&routes)
    meRoutes(&routes)
    secondFactorRoutes(&routes)
    peopleRoutes(&routes)
    relationRoutes(&routes)
    reportRoutes(&routes)
    administrationRoutes(&routes)
    setUpRoutes(&routes)
  }
}
