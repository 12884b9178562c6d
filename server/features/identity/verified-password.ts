import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ hash?: string }>()

/** Runs a request to Better Auth, and remembers in it which password hash was verified. */
export const rememberVerified = <T>(run: () => Promise<T>): Promise<T> => requests.run({}, run)

/** Notes that the password of this hash was verified in the current request. */
export function noteVerified(hash: string): void {
  const request = requests.getStore()
  if (request) request.hash = hash
}

/** The hash whose password was verified in the current request, if one was. */
export const verifiedHash = (): string | undefined => requests.getStore()?.hash
