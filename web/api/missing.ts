import { CallError } from './call-error.ts'

/** True when the shop has no such thing: gone, somebody else's, or an address that never was one. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
