import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'

const DELETED_NAME = 'Deleted customer'
const SIGN_IN_TABLES = ['sessions', 'accounts', 'passkeys', 'two_factors']
const OWN_TABLES = [
  'carts',
  'cart_merges',
  'own_numbers',
  'saved_lists',
  'staff_notes',
  'jobs',
  'bike_profiles',
  'idempotency_keys',
]

/** Removes a user's personal data. Keeps the row of the user, because orders and events refer to it. */
export async function anonymizeUser(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const anonymousEmail = `deleted-${id}@deleted.invalid`
  await deleteSignInMethods(tx, id, email)
  await tx
    .updateTable('orders')
    .set({
      email: anonymousEmail,
      name: DELETED_NAME,
      phone: '',
      address: '',
      billed_phone: null,
      billed_address: null,
      note: '',
      customer_reference: '',
      tracking_number: null,
    })
    .where('user_id', '=', id)
    .execute()
  for (const table of OWN_TABLES) await deleteRows(tx, table, id)
  await tx.updateTable('reviews').set({ name: DELETED_NAME }).where('user_id', '=', id).execute()
  await tx
    .updateTable('role_changes')
    .set({ email: anonymousEmail })
    .where('user_id', '=', id)
    .execute()
  await tx
    .updateTable('role_changes')
    .set({ by_email: anonymousEmail })
    .where('by_user', '=', id)
    .execute()
  await tx
    .updateTable('users')
    .set({
      name: DELETED_NAME,
      email: anonymousEmail,
      image: null,
      education: '',
      address: '',
      phone: '',
      linkedin: '',
      sign_in_phone: null,
      sign_in_phone_confirmed: false,
      two_factor_enabled: false,
      unlinked_providers: [],
      trusted_at: null,
      trusted_by: null,
      deleted_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes sign-in methods, sessions, open links and codes. Keeps the rate limits: they contain no personal data, and a
 * deletion must not reset the counts.
 */
async function deleteSignInMethods(tx: Tx, id: string, email: string): Promise<void> {
  for (const table of SIGN_IN_TABLES) await deleteRows(tx, table, id)
  await sql`delete from verifications
    where position(${id} in value) > 0 or position(${email} in value) > 0 or identifier like '%' || (select sign_in_phone from users where id = ${id})`.execute(
    tx,
  )
}

const deleteRows = (tx: Tx, table: string, userId: string) =>
  sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
