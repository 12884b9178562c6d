import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DisconnectingClient } from './connections/disconnecting-client.ts'

/**
 * Prefix of a statement that each connection prepares once. Use it for frequent statements with a constant
 * text, whose plan does not depend on the values.
 */
export const PREPARED = '/* prepared */'
export const prepared = sql.raw(PREPARED)

/** A client that prepares the statements with this prefix. */
export class PreparingClient extends DisconnectingClient {
  override query(...[text, ...rest]: unknown[]): never {
    const statement = typeof text === 'string' && text.startsWith(PREPARED)
    const query = statement ? { name: statementName(text), text } : text
    return super.query(query as never, ...(rest as []))
  }
}

const names = new Map<string, string>()

function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}
