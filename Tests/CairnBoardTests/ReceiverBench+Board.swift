import Cairn
import CairnBoard
import CairnHAL
import CairnProviders
import CairnSimulator
import SystemTestSupport

extension ReceiverBench {
  /// A board of which the profile tells all but the path of its receiver, in a radio world.
  convenience init(
    board: HardwareProfile, _ personality: SimulatedReceiver.Personality, in world: RadioWorld
  ) async throws {
    try await self.init(personality) { path, loop in
      let provider = GNSSProvider(
        source: .address(.device(path)),
        profiles: board.receiverProfiles(among: HardwareProfile.shipped),
        descriptor: ProviderDescriptor(board, sleeps: false), flags: .simulated, loop: loop)
      let radios = SimulatedRadios.providers(
        of: board, in: world, along: Self.track, since: loop.now(), loop: loop)
      return (
        provider,
        try LocationSystem(board: board, providers: [provider] + radios, executor: loop)
      )
    }
  }
}
