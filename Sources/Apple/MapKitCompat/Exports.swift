// MapKit re-exports Core Location.
@_exported public import CoreLocationCompat
