import pg from 'pg'

const READ_ONLY = '25006'

/**
 * A client that disconnects after two kinds of errors. After a query timeout, the late response
 * would count as the response to the next query. A read-only error means that a failover has made
 * another server the primary. The pool then opens a new connection. Queries with a callback come
 * from the pool, which handles errors itself.
 */
export class DisconnectingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const result = super.query(...(args as [never])) as unknown
    if (result instanceof Promise) result.catch((error) => this.#disconnectAfter(error))
    return result as never
  }

  #disconnectAfter(error: Error & { code?: string }) {
    if (error.code !== READ_ONLY && error.message !== 'Query read timeout') return
    this.end().catch(() => {})
  }
}
