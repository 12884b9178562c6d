import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Principal } from '../guards.ts'
import { listSessions } from '../sessions/sessions.ts'
import type { StaffRule } from '../staff-rights.ts'
import { readAccount } from './read-account.ts'

/** Returns all personal data of the principal, without passwords, tokens and other secrets. */
export async function downloadAccount(
  db: Db,
  principal: Principal,
  staff: StaffRule,
): Promise<Record<string, unknown>> {
  const { id } = principal
  const reads = {
    person: readUser(db, id),
    waysIn: readWaysIn(db, id, staff),
    sessions: listSessions(db, principal),
    orders: readOrders(db, id),
    cart: readCart(db, id),
    ownNumbers: readOwnNumbers(db, id),
    savedLists: readSavedLists(db, id),
    reviews: readReviews(db, id),
    jobs: readJobs(db, id),
    bikeProfiles: readBikeProfiles(db, id),
    notes: readNotes(db, id),
    roleChanges: readRoleChanges(db, id),
    banChanges: readBanChanges(db, id),
  }
  const entries = Object.entries<Promise<unknown>>(reads)
  const data = await Promise.all(entries.map(async ([name, read]) => [name, await read]))
  return withIsoDates(Object.fromEntries(data))
}

function readUser(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'image as picture', 'role'])
    .select(['education', 'address', 'phone', 'linkedin'])
    .select(['created_at as signedUpAt', 'updated_at as changedAt', 'trusted_at as trustedAt'])
    .select('unlinked_providers as unlinkedProviders')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function readWaysIn(db: Db, userId: string, staff: StaffRule) {
  const [account, providers] = await Promise.all([
    readAccount(db, userId, staff),
    db
      .selectFrom('accounts')
      .select(['provider_id as provider', 'account_id as id'])
      .where('user_id', '=', userId)
      .where('provider_id', '<>', 'credential')
      .execute(),
  ])
  const { passkeys, secondFactor, hasPassword, emailConfirmed, signInPhone } = account
  return { emailConfirmed, hasPassword, signInPhone, providers, passkeys, secondFactor }
}

/** Reads all orders of the user, including cancelled orders. */
async function readOrders(db: Db, userId: string) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'email', 'name', 'phone', 'address', 'note'])
    .select(['customer_reference as reference', 'billed_phone as billedPhone'])
    .select('billed_address as billedAddress')
    .select(['total_cents as totalCents', 'currency'])
    .select(['transaction_id as transactionId', 'placed_at as placedAt', 'paid_at as paidAt'])
    .select(['shipped_at as shippedAt', 'cancelled_at as cancelledAt', 'refunded_at as refundedAt'])
    .select(
      sql<unknown>`(select json_agg(json_build_object('part', part_name, 'quantity', quantity,
        'cancelledQuantity', cancelled_quantity, 'unitPriceCents', unit_price_cents) order by line)
        from order_lines where order_id = orders.id)`.as('lines'),
    )
    .select(
      sql<unknown>`(select json_agg(json_build_object('kind', kind, 'at', at,
        'reason', detail->>'reason') order by at, id)
        from order_events where order_id = orders.id)`.as('events'),
    )
    .select(['carrier', 'tracking_number as trackingNumber'])
    .select(
      sql<unknown>`(select json_agg(json_build_object('kind', kind, 'number', number,
        'issuedAt', issued_at) order by number)
        from invoices where order_id = orders.id)`.as('invoices'),
    )
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return orders.map((order) => ({ ...order, number: formatOrderNumber(order.number) }))
}

function readCart(db: Db, userId: string) {
  return db
    .selectFrom('carts')
    .innerJoin('cart_lines', 'cart_id', 'carts.id')
    .innerJoin('parts', 'parts.id', 'part_id')
    .select(['parts.name as part', 'quantity'])
    .where('user_id', '=', userId)
    .orderBy('cart_lines.position')
    .execute()
}

function readOwnNumbers(db: Db, userId: string) {
  return db
    .selectFrom('own_numbers')
    .innerJoin('parts', 'parts.id', 'part_id')
    .select(['code as number', 'name as part', 'changed_at as changedAt'])
    .where('user_id', '=', userId)
    .orderBy('key')
    .execute()
}

const selectLines = (table: string, belongs: RawBuilder<unknown>) =>
  sql<unknown>`(select coalesce(json_agg(json_build_object('part', parts.name, 'quantity', quantity)
    order by l.position), '[]')
    from ${sql.table(table)} l join parts on parts.id = part_id where ${belongs})`.as('lines')

function readSavedLists(db: Db, userId: string) {
  return db
    .selectFrom('saved_lists')
    .select(['name', 'changed_at as changedAt'])
    .select(selectLines('saved_list_lines', sql`list_id = saved_lists.id`))
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

function readReviews(db: Db, userId: string) {
  return db
    .selectFrom('reviews')
    .select(['id', 'name', 'rating', 'comment', 'created_at as writtenAt'])
    .select(['answer', 'answered_at as answeredAt'])
    .select(['hidden_at as hiddenAt', 'hide_reason as hideReason', 'held_at as heldAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

function readJobs(db: Db, userId: string) {
  return db
    .selectFrom('jobs')
    .select(['name', 'kind', 'times', 'changed_at as changedAt'])
    .select(selectLines('job_lines', sql`job_id = jobs.id`))
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

function readBikeProfiles(db: Db, userId: string) {
  return db
    .selectFrom('bike_profiles')
    .select(['name', 'entries', 'changed_at as changedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** Reads the notes of staff on the user and on the user's orders, without the names of staff. */
function readNotes(db: Db, userId: string) {
  return db
    .selectFrom('staff_notes')
    .select(['order_id as order', 'text', 'created_at as writtenAt', 'edited_at as changedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

/** Reads the changes of the user's role, and the role changes that the user made, without other users' names. */
function readRoleChanges(db: Db, userId: string) {
  return db
    .selectFrom('role_changes')
    .select(['role', 'changed_at as at'])
    .select(sql<boolean>`user_id = ${userId}`.as('isOwn'))
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('by_user', '=', userId)]))
    .orderBy('changed_at')
    .execute()
}

/**
 * Reads the user's bans and their ends. Also reads the bans of other users that the user made or ended, without these
 * users' ids and names. The reasons are free text, so they may still name these users.
 */
function readBanChanges(db: Db, userId: string) {
  return db
    .selectFrom('ban_changes')
    .select(['banned', 'reason', 'at'])
    .select(sql<boolean>`user_id = ${userId}`.as('isOwn'))
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('by_user', '=', userId)]))
    .orderBy('at')
    .execute()
}

/** Returns the data with dates as ISO strings. */
function withIsoDates(data: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(data))
}
