import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LeavingClient } from './connections/leaving-client.ts'

/**
 * Begins a statement that each connection shall parse and plan once and then keep: worth it for one
 * that every order runs. Its text must always be the same, and its plan good for whatever values.
 */
export const PREPARED = '/* prepared */'
export const prepared = sql.raw(PREPARED)

/** A client that keeps the statements that begin so. */
export class PreparingClient extends LeavingClient {
  override query(...[text, ...rest]: unknown[]): never {
    const statement = typeof text === 'string' && text.startsWith(PREPARED)
    const query = statement ? { name: nameOf(text), text } : text
    return super.query(query as never, ...(rest as []))
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}
