import { createHash, randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'

export interface Account {
  id: string
  email: string
  name: string
  token: string
  sessionId: string
}

/** Makes accounts that are signed in, each with a token for a day. */
export async function addAccounts(pool: pg.Pool, count: number): Promise<Account[]> {
  const accounts = Array.from({ length: count }, (_, i) => ({
    id: randomUUIDv7(),
    email: `bench-${i}-${randomUUID()}@freehub.test`,
    name: 'Bench',
    token: randomBytes(32).toString('base64url'),
    sessionId: randomUUIDv7(),
  }))
  const column = <K extends keyof (typeof accounts)[number]>(name: K) =>
    accounts.map((a) => a[name])
  await pool.query(
    `insert into users (id, name, email) select id, 'Bench', email from unnest($1::uuid[], $2::text[]) as t (id, email)`,
    [column('id'), column('email')],
  )
  await pool.query(
    `insert into sessions (id, user_id, token, expires_at)
     select id, user_id, id::text, now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) as t (id, user_id)`,
    [column('sessionId'), column('id')],
  )
  await pool.query(
    `insert into access_tokens (token_hash, session_id, expires_at)
     select hash, session_id, now() + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as t (hash, session_id)`,
    [accounts.map(({ token }) => createHash('sha256').update(token).digest()), column('sessionId')],
  )
  return accounts
}
