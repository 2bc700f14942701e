internal import Glibc

/// The operating system's own words for the last failed call of this thread, such as "Permission denied".
public func lastSystemFailure() -> String { String(cString: strerror(errno)) }
