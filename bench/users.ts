import { createHash, randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'

interface User {
  id: string
  email: string
  name: string
}

export interface BenchUser extends User {
  token: string
  sessionId: string
}

type Queries = Pick<pg.Pool, 'query'>

/** Creates trusted users with a confirmed email, and signs them in, each with a token valid for a day. */
export async function createUsers(pool: Queries, count: number): Promise<BenchUser[]> {
  const users = Array.from({ length: count }, (_, i) => ({
    id: randomUUIDv7(),
    email: `bench-${i}-${randomUUID()}@freehub.test`,
    name: 'Bench',
  }))
  await pool.query(
    `insert into users (id, name, email, email_verified, trusted_at)
     select id, 'Bench', email, true, now() from unnest($1::uuid[], $2::text[]) as t (id, email)`,
    [users.map(({ id }) => id), users.map(({ email }) => email)],
  )
  return signIn(pool, users)
}

/** Signs users in, each with a token valid for a day. */
export async function signIn(pool: Queries, users: User[]): Promise<BenchUser[]> {
  const signedIn = users.map((user) => ({
    ...user,
    token: randomBytes(32).toString('base64url'),
    sessionId: randomUUIDv7(),
  }))
  const sessionIds = signedIn.map(({ sessionId }) => sessionId)
  await pool.query(
    `insert into sessions (id, user_id, token, expires_at)
     select id, user_id, id::text, now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) as t (id, user_id)`,
    [sessionIds, signedIn.map(({ id }) => id)],
  )
  await pool.query(
    `insert into access_tokens (token_hash, session_id, expires_at)
     select hash, session_id, now() + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as t (hash, session_id)`,
    [signedIn.map(({ token }) => createHash('sha256').update(token).digest()), sessionIds],
  )
  return signedIn
}
