import { CallError } from './call-error.ts'

/** True if the row does not exist, belongs to another user, or its ID is malformed. */
export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
