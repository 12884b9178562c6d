import type { ListedUser } from '@freehub/contract/users'
import type { Db } from '../database/connect.ts'
import { containing } from '../database/containing.ts'

/** Users, newest first; `search` looks in e-mail and name. */
export async function listUsers(
  db: Db,
  {
    size,
    after,
    search,
  }: { size: number; after?: string | undefined; search?: string | undefined },
): Promise<ListedUser[]> {
  let query = db
    .selectFrom('users')
    .select(['id as _id', 'email', 'role'])
    .orderBy('id', 'desc')
    .limit(size)
  if (after) query = query.where('id', '<', after)
  if (search) {
    const pattern = containing(search)
    query = query.where((eb) =>
      eb.or([eb('email', 'ilike', pattern), eb('name', 'ilike', pattern)]),
    )
  }
  return query.execute()
}
