// Each region is in one list or none. When a region leaves a list, the last element fills its gap,
// and each region stores its position, so that all of this takes constant time.

extension RegionMonitor {
  /// Moves a region to another list.
  mutating func enterList(_ slot: Int32, _ list: WatchedRegion.List) {
    guard let watched = slots[Int(slot)], watched.list != list else { return }
    leaveList(slot)
    slots[Int(slot)]?.list = list
    switch list {
    case .idle: break
    case .undecided:
      slots[Int(slot)]?.position = Int32(undecided.count)
      undecided.appendSparingly(slot)
    case .active:
      slots[Int(slot)]?.position = Int32(active.count)
      active.append(ActiveRegion(slot: slot))
    }
  }

  /// Removes a region from its list, along with its pending change.
  mutating func leaveList(_ slot: Int32) {
    guard let watched = slots[Int(slot)] else { return }
    let position = Int(watched.position)
    switch watched.list {
    case .idle: return
    case .undecided:
      let moved = undecided.removeLast()
      guard moved != slot else { break }
      undecided[position] = moved
      slots[Int(moved)]?.position = watched.position
    case .active:
      forgetPending(slot)
      let moved = active.removeLast()
      guard moved.slot != slot else { break }
      active[position] = moved
      slots[Int(moved.slot)]?.position = watched.position
    }
    slots[Int(slot)]?.list = .idle
  }

  /// Discards a region's pending change.
  mutating func forgetPending(_ slot: Int32) {
    guard let watched = slots[Int(slot)], watched.list == .active else { return }
    let index = active[Int(watched.position)].pending
    guard index >= 0 else { return }
    active[Int(watched.position)].pending = -1
    let moved = pending.removeLast()
    guard moved.slot != slot, let other = slots[Int(moved.slot)] else { return }
    pending[Int(index)] = moved
    active[Int(other.position)].pending = index
  }
}
