import { CallError, silence } from '../api/call-error.ts'

/**
 * Loads a module that is the staff's alone once, when it is wanted, so that no customer's browser has
 * it. Where it cannot be loaded, that is told as of any call, and the next visit tries again.
 */
export function staffCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | undefined
  return () => {
    loading ??= load().catch((cause) => {
      loading = undefined
      throw new CallError(silence(cause))
    })
    return loading
  }
}
