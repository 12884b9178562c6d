import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { DisconnectingClient } from './disconnecting-pg-client.ts'

/**
 * Prefix of a statement that each connection prepares once. Use it for a frequent statement with a
 * constant text, if its plan does not depend on the values.
 */
export const PREPARED = '/* prepared */'
export const prepared = sql.raw(PREPARED)

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
