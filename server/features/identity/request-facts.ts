import { AsyncLocalStorage } from 'node:async_hooks'

/** Data about a request that the hooks of Better Auth collect. */
export interface RequestFacts {
  /** The stored hash that the password of the request matches. */
  verifiedHash?: string
  /** True if the request gave the user a password for the first time. */
  isFirstPassword?: boolean
  /** The user whom the request signed in, or whose session it has. */
  userId?: string
  /** Replaces the endpoint's security event if a code or a provider's response adds a sign-in method. */
  event?: 'second_factor_enable' | 'phone_add' | 'provider_link'
}

const requests = new AsyncLocalStorage<RequestFacts>()

/** Runs a request to Better Auth, whose hooks fill in the facts. */
export const withRequestFacts = <T>(facts: RequestFacts, run: () => Promise<T>): Promise<T> =>
  requests.run(facts, run)

/** Returns what the hooks of Better Auth have found out during the current request. Empty outside of a request. */
export const currentRequestFacts = (): RequestFacts => requests.getStore() ?? {}
