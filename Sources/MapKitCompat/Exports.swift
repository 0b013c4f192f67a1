// MapKit brings Core Location along.
@_exported public import CoreLocationCompat
