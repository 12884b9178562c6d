import { CallError, toNetworkProblem } from './call-error.ts'

/** Time that a failed load stays cached: React reads a rejected promise more than once. */
const RETRY_DELAY_MS = 1000

/**
 * Returns a function that imports a staff module once, at first use. Customers' browsers never load
 * the module. The function throws a CallError if the import fails; a later call tries again.
 */
export function lazyStaffModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= load().catch((cause) => {
      setTimeout(() => {
        loading = undefined
      }, RETRY_DELAY_MS)
      throw new CallError(toNetworkProblem(cause))
    })
    return loading
  }
}
