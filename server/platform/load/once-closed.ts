import type { ServerResponse } from 'node:http'

/**
 * Calls a function when a response is sent or its connection closes. Calls it immediately if this has already happened,
 * because `close` is not emitted again. For example, a client may disconnect while a guard waits for the database.
 */
export function onceClosed(response: ServerResponse, callback: () => void): void {
  if (response.destroyed) callback()
  else response.once('close', callback)
}
