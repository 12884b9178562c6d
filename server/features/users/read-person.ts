import { normalizeEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { PersonChange, PersonDetails } from '@freehub/contract/users/user-schemas'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { paidTotals, selectUsers, toListedUser } from './list-users.ts'

/** Reads a user for staff. Refuses an unknown user and a deleted account. */
export async function readPerson(db: Db, idOrEmail: string): Promise<PersonDetails | Refusal> {
  const row = await selectUsers(db)
    .select(['users.education', 'users.address', 'users.phone', 'users.linkedin'])
    .select('users.trusted_at')
    .leftJoin('users as trusting_admin', 'trusting_admin.id', 'users.trusted_by')
    .select(['trusting_admin.email as trusted_by', unpaid.as('unpaid')])
    .select(paidTotals.as('paid'))
    .where('users.deleted_at', 'is', null)
    .$if(idOrEmail.includes('@'), (query) =>
      query.where('users.email', '=', normalizeEmail(idOrEmail)),
    )
    .$if(!idOrEmail.includes('@'), (query) => query.where('users.id', '=', idOrEmail))
    .executeTakeFirst()
  if (!row) return refuse('user_missing')
  const { email, role, education, address, phone, linkedin, name } = row
  return {
    user: toListedUser(row),
    profile: {
      email,
      role,
      education,
      address,
      phone,
      linkedin,
      displayName: name,
    },
    emailConfirmed: row.email_verified,
    signedUpAt: row.created_at.toISOString(),
    trusted: row.trusted_at && { by: row.trusted_by, at: row.trusted_at.toISOString() },
    ...row.unpaid,
    hasPaid: row.paid.paidOrders > 0,
    ...row.paid,
    lastPaidAt: row.paid.lastPaidAt && new Date(row.paid.lastPaidAt).toISOString(),
    changes: await readChanges(db, row.id),
  }
}

type Unpaid = Pick<PersonDetails, 'unpaidOrders' | 'unpaidQuantity' | 'unpaidCents'>

const unpaid = sql<Unpaid>`(
  select json_build_object('unpaidOrders', count(*),
    'unpaidQuantity', coalesce(sum(lines.quantity), 0), 'unpaidCents', coalesce(sum(total_cents), 0))
  from orders cross join lateral (
    select sum(quantity - cancelled_quantity) as quantity from order_lines
    where order_id = orders.id) lines
  where user_id = users.id and coalesce(paid_at, cancelled_at) is null)`

async function readChanges(db: Db, userId: string): Promise<PersonChange[]> {
  const { rows } = await sql<Omit<PersonChange, 'at'> & { at: Date }>`
    select case role when 'admin' then 'made_admin' else 'made_customer' end as kind,
      by_email as by, null as reason, changed_at as at
    from role_changes where user_id = ${userId}
    union all
    select case when banned then 'banned' else 'unbanned' end, u.email, reason, at
    from ban_changes left join users u on u.id = by_user where user_id = ${userId}
    order by at desc limit 100`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
