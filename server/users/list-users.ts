import type { ListedUser } from '@freehub/contract/users'
import type { Db } from '../database/connect.ts'
import { containing } from '../database/containing.ts'

interface UsersWanted {
  size: number
  after?: string | undefined
  search?: string | undefined
}

/** So many of the users that a search leaves, newest first, and how many it leaves in all. */
interface UserList {
  users: ListedUser[]
  count: number
}

/** `search` looks in e-mail and name. Who has deleted his account is nobody any more. */
export async function listUsers(db: Db, { size, after, search }: UsersWanted): Promise<UserList> {
  let query = db.selectFrom('users').where('deleted_at', 'is', null)
  if (search) {
    const pattern = containing(search)
    query = query.where((eb) =>
      eb.or([eb('email', 'ilike', pattern), eb('name', 'ilike', pattern)]),
    )
  }
  const [users, { count }] = await Promise.all([
    query
      .select((eb) => [
        'id as _id',
        'email',
        'role',
        'ban_reason as banReason',
        eb('banned_at', 'is not', null).$castTo<boolean>().as('banned'),
      ])
      .$if(after !== undefined, (rest) => rest.where('id', '<', after as string))
      .orderBy('id', 'desc')
      .limit(size)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { users, count }
}
