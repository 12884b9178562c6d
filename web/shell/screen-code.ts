import { CallError, silence } from '../api/call-error.ts'

/** A screen's code, which comes when it is wanted; when it does not, that is said as of any call. */
export function screenCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  return () =>
    load().catch((cause) => {
      throw new CallError(silence(cause))
    })
}
