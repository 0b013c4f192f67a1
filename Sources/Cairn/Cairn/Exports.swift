// What `import Cairn` shows besides Cairn's own types: the values of an application, and what composes a system.
// Everything else is found by importing its module by name; the author of a provider or a sensor imports CairnHAL.
// `scripts/docs/public_types.py` counts the types and refuses a module that is re-exported as a whole.

@_exported public import enum CairnGeodesy.CoordinateFormat

@_exported public import struct CairnHAL.EnergyLedger
@_exported public import struct CairnHAL.PowerPlan
@_exported public import struct CairnHAL.ProviderHealth
@_exported public import struct CairnHAL.ProviderIssue
@_exported public import enum CairnHAL.ProviderLifecycle
@_exported public import struct CairnHAL.SatelliteReport

@_exported public import class CairnLinux.EventLoop
@_exported public import class CairnLinux.FileStorage
@_exported public import enum CairnLinux.SourceAddress
@_exported public import protocol CairnLinux.Storage
@_exported public import struct CairnLinux.TimerID

@_exported public import enum CairnProviders.AssistanceError
@_exported public import class CairnProviders.FixedProvider
@_exported public import class CairnProviders.GNSSProvider
@_exported public import enum CairnProviders.ReceiverSource

@_exported public import enum CairnTypes.AccuracyAuthorization
@_exported public import enum CairnTypes.ActivityType
@_exported public import struct CairnTypes.Authorization
@_exported public import enum CairnTypes.AuthorizationStatus
@_exported public import struct CairnTypes.Beacon
@_exported public import struct CairnTypes.BeaconConstraint
@_exported public import struct CairnTypes.Coordinate
@_exported public import struct CairnTypes.DesiredAccuracy
@_exported public import struct CairnTypes.DeviceError
@_exported public import enum CairnTypes.DeviceOrientation
@_exported public import struct CairnTypes.DilutionOfPrecision
@_exported public import struct CairnTypes.Energy
@_exported public import struct CairnTypes.ErrorEllipse
@_exported public import enum CairnTypes.FixQuality
@_exported public import struct CairnTypes.Heading
@_exported public import struct CairnTypes.Location
@_exported public import struct CairnTypes.LocationConfiguration
@_exported public import struct CairnTypes.LocationError
@_exported public import struct CairnTypes.LocationRequest
@_exported public import struct CairnTypes.LocationRequirements
@_exported public import struct CairnTypes.LocationSource
@_exported public import struct CairnTypes.MonotonicTime
@_exported public import struct CairnTypes.ProviderID
@_exported public import enum CairnTypes.Proximity
@_exported public import struct CairnTypes.Satellite
@_exported public import enum CairnTypes.SatelliteSystem
@_exported public import struct CairnTypes.ServiceSet
@_exported public import struct CairnTypes.SignificantChangeOptions
@_exported public import enum CairnTypes.Technology
@_exported public import struct CairnTypes.Timestamp
@_exported public import struct CairnTypes.UUID128
@_exported public import struct CairnTypes.Visit
@_exported public import struct CairnTypes.VisitOptions
@_exported public import enum CairnTypes.WakeAction

@_exported public import protocol CairnUpdates.LocationFilter
@_exported public import struct CairnUpdates.MonitoringOptions
@_exported public import struct CairnUpdates.Region
@_exported public import struct CairnUpdates.RegionEvent
@_exported public import enum CairnUpdates.RegionState
