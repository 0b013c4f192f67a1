public import CairnTypes

extension LocationManager {
  /// Degrees by which a heading must differ from the last one delivered, 1 at first; `nil` delivers
  /// each. A change takes effect at once.
  public var headingFilter: Double? {
    get { headingSettings.filter }
    set {
      headingSettings.filter = newValue.map { max(0, $0) }
      headingSettingsDidChange()
    }
  }

  /// The edge of the device from which headings count, its top at first. A change takes effect at once.
  public var headingOrientation: DeviceOrientation {
    get { headingSettings.orientation }
    set {
      headingSettings.orientation = newValue
      headingSettingsDidChange()
    }
  }

  /// Starts to report headings to the delegate, which must be a `HeadingDelegate`. Switches no
  /// receiver on: true headings need a position, which another service brings. Does nothing while
  /// running.
  ///
  /// A device without a magnetometer gives `headingFailure`, a client without permission `denied`, and
  /// any other delegate `invalidConfiguration`, all through `didFailWithError`. A compass that fails
  /// later is a `headingFailure` of severity `degraded`: the service waits until it is back.
  ///
  /// - Parameter isolation: the caller's; leave it out.
  public func startUpdatingHeading(isolation: isolated (any Actor)? = #isolation) {
    adopt(isolation)
    guard services.heading == nil, conforms(delegate is any HeadingDelegate, to: "HeadingDelegate")
    else { return }
    let id = system.shared.nextID()
    services.heading = id
    system.engine.perform { [client, mailbox, headingSettings] engine in
      engine.insert(
        HeadingClient(
          id: id, identity: client, settings: headingSettings,
          authorization: engine.authorization(of: client)
        ) { mailbox.put($0, of: id) })
    }
  }

  /// Ends the service; none of its headings are delivered after this returns.
  public func stopUpdatingHeading() { end(&services.heading) }

  /// Says that the guidance which `locationManagerShouldDisplayHeadingCalibration` had asked about is
  /// not shown any more. It is not asked about again before there has been a good heading.
  public func dismissHeadingCalibrationDisplay() { noteCalibration(isShown: false) }

  /// Asks the delegate whether it shows guidance.
  func askForCalibration() -> Bool {
    guard let delegate = delegate as? any HeadingDelegate else { return false }
    if delegate.locationManagerShouldDisplayHeadingCalibration(self) {
      noteCalibration(isShown: true)
    }
    return true
  }

  /// Notes whether guidance is shown.
  package func noteCalibration(isShown: Bool) {
    guard let id = services.heading else { return }
    system.engine.perform { $0.noteCalibration(of: id, isShown: isShown) }
  }

  private func headingSettingsDidChange() {
    guard let id = services.heading else { return }
    system.engine.perform { [headingSettings] in $0.configureHeading(id, headingSettings) }
  }

  /// Returns the headings as an async sequence. Each iteration is a client of its own, which ends with
  /// it; a slow reader gets the newest.
  ///
  /// - Parameters:
  ///   - filter: degrees; see `headingFilter`.
  ///   - orientation: see `headingOrientation`.
  /// - Returns: a sequence that throws `headingFailure` without a compass, and `denied` without
  ///   permission.
  public func headings(
    filter: Double? = 1, orientation: DeviceOrientation = .portrait
  ) -> SensorUpdates<Heading> {
    let settings = HeadingSettings(filter: filter.map { max(0, $0) }, orientation: orientation)
    return SensorUpdates { [system, client] in
      SensorUpdates.Subscription(system: system) { engine, id, outlet in
        engine.insert(
          HeadingClient(
            id: id, identity: client, settings: settings,
            authorization: engine.authorization(of: client)
          ) { event in
            switch event {
            case .heading(let heading): outlet.put(.success(heading))
            case .ended(let error): outlet.put(.failure(error))
            default: break
            }
          })
      }
    }
  }

  /// Starts to tell relative heights to `onEvent`.
  package func startUpdatingAltitude() {
    guard services.altitude == nil else { return }
    let id = system.shared.nextID()
    services.altitude = id
    system.engine.perform { [client, mailbox] engine in
      engine.insert(
        AltitudeClient(
          id: id, identity: client, authorization: engine.authorization(of: client)
        ) { mailbox.put($0, of: id) })
    }
  }

  /// Returns heights relative to where the iteration began, from the device's barometer, about once a
  /// second. Each iteration is a client of its own, which ends with it; a slow reader gets the newest.
  ///
  /// The weather moves them by some eight metres for each hectopascal. Switches no receiver on.
  ///
  /// - Returns: a sequence that throws `locationUnknown` without a barometer, and `denied` for a client
  ///   that may not use the standard service.
  public func relativeAltitudes() -> SensorUpdates<RelativeAltitude> {
    SensorUpdates { [system, client] in
      SensorUpdates.Subscription(system: system) { engine, id, outlet in
        engine.insert(
          AltitudeClient(
            id: id, identity: client, authorization: engine.authorization(of: client)
          ) { event in
            switch event {
            case .altitude(let altitude): outlet.put(.success(altitude))
            case .ended(let error): outlet.put(.failure(error))
            default: break
            }
          })
      }
    }
  }
}
