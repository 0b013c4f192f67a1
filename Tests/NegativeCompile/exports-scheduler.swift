// the scheduler is not among the types that `import Cairn` shows
// expect: cannot find 'ProviderScheduler' in scope
import Cairn

func scheduler() { _ = ProviderScheduler.self }
