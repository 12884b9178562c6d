import type { ServerResponse } from 'node:http'

/**
 * Calls a function when the connection of a response has closed or the response is sent. Calls it immediately if that
 * has already happened: the client may disconnect while a guard waits for the database, and `close` is not emitted again.
 */
export function onceClosed(response: ServerResponse, callback: () => void): void {
  if (response.destroyed) callback()
  else response.once('close', callback)
}
