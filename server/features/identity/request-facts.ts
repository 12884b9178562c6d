import { AsyncLocalStorage } from 'node:async_hooks'

/** What the hooks of Better Auth find out about a request. */
export interface RequestFacts {
  /** The hash against which the password was verified. */
  verifiedHash?: string
  /** The user whom the request signed in, or whose session it has. */
  userId?: string
}

const requests = new AsyncLocalStorage<RequestFacts>()

/** Runs a request to Better Auth, whose hooks fill in the facts. */
export const withRequestFacts = <T>(facts: RequestFacts, run: () => Promise<T>): Promise<T> =>
  requests.run(facts, run)

/** Returns the facts of the current request. Empty outside of one. */
export const currentFacts = (): RequestFacts => requests.getStore() ?? {}
