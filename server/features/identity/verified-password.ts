import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ hash?: string }>()

/** Runs a request to Better Auth and records the password hash that it verifies. */
export const withVerifiedHash = <T>(run: () => Promise<T>): Promise<T> => requests.run({}, run)

/** Records the hash whose password was verified in the current request. */
export function recordVerifiedHash(hash: string): void {
  const request = requests.getStore()
  if (request) request.hash = hash
}

/** Returns the hash whose password was verified in the current request. */
export const getVerifiedHash = (): string | undefined => requests.getStore()?.hash
