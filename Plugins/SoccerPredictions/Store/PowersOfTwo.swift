extension Collection {
  /// The elements, the last one said again until they are as many as a power of two: so there are few statements, which are kept.
  func repeatingLast() -> [Element] {
    var (elements, length) = (Array(self), 1)
    while length < elements.count { length *= 2 }
    if let last = elements.last { elements += Array(repeating: last, count: length - elements.count) }
    return elements
  }
}

extension Array {
  /// The elements in order in parts that are as long as a power of two, at most `longest`: so there are few statements, which are
  /// kept.
  func portions(of longest: Int) -> [ArraySlice<Element>] {
    var (parts, rest, size) = ([ArraySlice<Element>](), self[...], longest)
    while !rest.isEmpty {
      while size > rest.count { size /= 2 }
      parts.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return parts
  }
}
