import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'

const NAME = 'Deleted customer'

/**
 * Takes a person out of the books. The row stays, for orders and events point to it; of him it says
 * no more than that he was there. His e-mail is free for anybody.
 */
export async function forgetPerson(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const nobody = `deleted-${id}@deleted.invalid`
  await endWaysIn(tx, id, email)
  await tx
    .updateTable('orders')
    .set({ email: nobody, name: NAME, phone: '', address: '', tracking_number: null })
    .where('user_id', '=', id)
    .execute()
  await tx.updateTable('reviews').set({ name: NAME }).where('user_id', '=', id).execute()
  await tx.updateTable('role_changes').set({ email: nobody }).where('user_id', '=', id).execute()
  await tx.updateTable('role_changes').set({ by_email: nobody }).where('by_user', '=', id).execute()
  await tx
    .updateTable('users')
    .set({
      name: NAME,
      email: nobody,
      image: null,
      education: '',
      address: '',
      phone: '',
      linkedin: '',
      sign_in_phone: null,
      sign_in_phone_confirmed: false,
      two_factor_enabled: false,
      trusted_at: null,
      trusted_by: null,
      deleted_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Links and codes that are on their way, too, and keys, which are hashes of phone and address. Counts
 * of guesses and mails stay their hour: they name nobody, and who signs up and deletes over and over
 * must not begin them anew.
 */
async function endWaysIn(tx: Tx, id: string, email: string): Promise<void> {
  for (const table of ['sessions', 'accounts', 'passkeys', 'two_factors', 'idempotency_keys']) {
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx)
  }
  await sql`delete from verifications
    where position(${id} in value) > 0 or position(${email} in value) > 0 or identifier like '%' || (select sign_in_phone from users where id = ${id})`.execute(
    tx,
  )
}
