import { hash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const READ_ONLY = '25006'

/**
 * Prefix of a statement that each connection prepares once. Use it for a frequent statement with a
 * constant text, if its plan does not depend on the values.
 */
export const PREPARED = '/* prepared */'
export const prepared = sql.raw(PREPARED)

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

/** The name of each prepared statement, by its text. */
const names = new Map<string, string>()

function statementName(text: string): string {
  const name = names.get(text) ?? hash('sha256', text, 'base64url')
  names.set(text, name)
  return name
}

/** A client that also prepares the statements with the prefix. */
export class PreparingClient extends DisconnectingClient {
  override query(...[text, ...rest]: unknown[]): never {
    const isPrepared = typeof text === 'string' && text.startsWith(PREPARED)
    const query = isPrepared ? { name: statementName(text), text } : text
    return super.query(query as never, ...(rest as []))
  }
}
