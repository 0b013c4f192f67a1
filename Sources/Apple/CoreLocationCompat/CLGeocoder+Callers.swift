public import ContactsCompat

// Direct calls of a geocoder's requests. The answer comes on the caller's actor, which the methods
// that subclasses override cannot learn.

extension CLGeocoder {
  /// Finds the address of a position.
  public func reverseGeocodeLocation(
    _ location: CLLocation,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      reverseGeocodeLocation(_:completionHandler:)(location, completionHandler)
    }
  }

  /// Finds the address of a position, in a language.
  public func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      reverseGeocodeLocation(_:preferredLocale:completionHandler:)(
        location, locale, completionHandler)
    }
  }

  /// Finds the position of an address.
  public func geocodeAddressString(
    _ addressString: String,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      geocodeAddressString(_:completionHandler:)(addressString, completionHandler)
    }
  }

  /// Finds the position of an address, in a region first.
  public func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      geocodeAddressString(_:in:completionHandler:)(addressString, region, completionHandler)
    }
  }

  /// Finds the position of an address, in a region first and in a language.
  public func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      geocodeAddressString(_:in:preferredLocale:completionHandler:)(
        addressString, region, locale, completionHandler)
    }
  }

  /// Finds the position of an address of Contacts.
  public func geocodePostalAddress(
    _ postalAddress: CNPostalAddress,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      geocodePostalAddress(_:completionHandler:)(postalAddress, completionHandler)
    }
  }

  /// Finds the position of an address of Contacts, in a language.
  public func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      geocodePostalAddress(_:preferredLocale:completionHandler:)(
        postalAddress, locale, completionHandler)
    }
  }

  /// Finds the position of an address by the keys that were used before Contacts.
  @available(*, deprecated, renamed: "geocodePostalAddress(_:completionHandler:)")
  public func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any],
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    request(from: isolation) {
      geocodeAddressDictionary(_:completionHandler:)(addressDictionary, completionHandler)
    }
  }
}

// The same, awaited.

extension CLGeocoder {
  /// Finds the address of a position.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func reverseGeocodeLocation(
    _ location: CLLocation
  ) async throws -> [CLPlacemark] {
    try await answer { reverseGeocodeLocation(location, completionHandler: $0) }
  }

  /// Finds the address of a position, in a language.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the position of an address.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func geocodeAddressString(
    _ addressString: String
  ) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressString(addressString, completionHandler: $0) }
  }

  /// Finds the position of an address, in a region first.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func geocodeAddressString(
    _ addressString: String, in region: CLRegion?
  ) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressString(addressString, in: region, completionHandler: $0) }
  }

  /// Finds the position of an address, in a region first and in a language.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodeAddressString(
        addressString, in: region, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the position of an address of Contacts.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func geocodePostalAddress(
    _ postalAddress: CNPostalAddress
  ) async throws -> [CLPlacemark] {
    try await answer { geocodePostalAddress(postalAddress, completionHandler: $0) }
  }

  /// Finds the position of an address of Contacts, in a language.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await answer {
      geocodePostalAddress(postalAddress, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds the position of an address by the keys that were used before Contacts.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  @available(*, deprecated, renamed: "geocodePostalAddress(_:completionHandler:)")
  public nonisolated(nonsending) func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any]
  ) async throws -> [CLPlacemark] {
    try await answer { geocodeAddressDictionary(addressDictionary, completionHandler: $0) }
  }

  /// Waits for the answer to a request.
  private nonisolated(nonsending) func answer(
    _ ask: (@escaping CLGeocodeCompletionHandler) -> Void
  ) async throws -> [CLPlacemark] {
    try await withCheckedThrowingContinuation { continuation in
      ask { places, error in
        let answer: Result<[CLPlacemark], any Error> =
          if let error { .failure(error) } else { .success(places ?? []) }
        continuation.resume(with: answer)
      }
    }
  }
}
