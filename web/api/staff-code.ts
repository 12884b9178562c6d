import { CallError, silence } from './call-error.ts'

/** For so long what could not be loaded is not asked for again: React reads what it was told more than once. */
const TOLD_MS = 1000

/**
 * Loads a module that is the staff's alone once, when it is wanted, so that no customer's browser has
 * it. Where it cannot be loaded, that is told as of any call, and a later visit tries again.
 */
export function staffCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | undefined
  return () => {
    loading ??= load().catch((cause) => {
      setTimeout(() => {
        loading = undefined
      }, TOLD_MS)
      throw new CallError(silence(cause))
    })
    return loading
  }
}
