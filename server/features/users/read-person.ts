import { normalEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { PersonChange, PersonSeen } from '@freehub/contract/users/users'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { listedUser, selectUsers } from './listed-user.ts'

/** Somebody as the staff see him. `who`: his id, or his e-mail. */
export async function readPerson(db: Db, who: string): Promise<PersonSeen | Refusal> {
  const row = await selectUsers(db)
    .select(['users.education', 'users.address', 'users.phone', 'users.linkedin'])
    .select(['users.created_at', 'users.trusted_at'])
    .leftJoin('users as trusting', 'trusting.id', 'users.trusted_by')
    .select(['trusting.email as trusted_by', unpaidOrders.as('unpaid_orders')])
    .select(hasPaid.as('has_paid'))
    .where('users.deleted_at', 'is', null)
    .$if(who.includes('@'), (query) => query.where('users.email', '=', normalEmail(who)))
    .$if(!who.includes('@'), (query) => query.where('users.id', '=', who))
    .executeTakeFirst()
  if (!row) return refuse('user_missing')
  const { email, role, education, address, phone, linkedin, name } = row
  return {
    user: listedUser(row),
    profile: {
      ...{ email, role, education, address, phone, linkedin },
      displayName: name,
    },
    emailConfirmed: row.email_verified,
    signedUpAt: row.created_at.toISOString(),
    trusted: row.trusted_at && { by: row.trusted_by, at: row.trusted_at.toISOString() },
    unpaidOrders: row.unpaid_orders,
    hasPaid: row.has_paid,
    changes: await readChanges(db, row.id),
  }
}

const unpaidOrders = sql<number>`(
  select count(*) from orders
  where user_id = users.id and paid_at is null and cancelled_at is null)`

/** As orders/order-limits.ts judges it. */
const hasPaid = sql<boolean>`exists (
  select from orders where user_id = users.id and paid_at is not null
    and cancelled_at is null and refund_began_at is null)`

/** What happened to his role and to his way in, the newest first. */
async function readChanges(db: Db, userId: string): Promise<PersonChange[]> {
  const { rows } = await sql<Omit<PersonChange, 'at'> & { at: Date }>`
    select case role when 'admin' then 'made_admin' else 'made_customer' end as kind,
      by_email as by, null as reason, changed_at as at
    from role_changes where user_id = ${userId}
    union all
    select case when banned then 'banned' else 'let_in' end, u.email, reason, at
    from ban_changes left join users u on u.id = by_user where user_id = ${userId}
    order by at desc limit 100`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
