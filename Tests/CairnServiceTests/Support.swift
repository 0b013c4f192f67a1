import Testing

extension Tag {
  @Tag static var loopback: Self
}
