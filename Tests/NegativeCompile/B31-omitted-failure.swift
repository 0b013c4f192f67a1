// B31: a delegate that omits didFailWithError does not compile
// expect: does not conform to protocol 'LocationManagerDelegate'
import Cairn

final class Delegate: LocationManagerDelegate {
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
}
