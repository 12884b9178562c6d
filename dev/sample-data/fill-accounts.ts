import { randomUUIDv7 } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { recordRoleChange } from '../../server/features/users/roles.ts'
import type { Tx } from '../../server/platform/database/connections/connect.ts'

/**
 * Creates the sandbox accounts with their passwords. `admin@…` becomes an admin. Existing accounts
 * stay unchanged.
 */
export async function fillAccounts(
  tx: Tx,
  accounts: { email: string; password: string }[],
): Promise<void> {
  for (const { email, password } of accounts) {
    const role = email.startsWith('admin@') ? 'admin' : 'customer'
    const user = await tx
      .insertInto('users')
      .values({
        id: randomUUIDv7(),
        name: role === 'admin' ? 'Freehub Staff' : 'Velo Nord',
        email,
        email_verified: true,
        role,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!user) continue
    if (role === 'admin') await recordRoleChange(tx, user, role, null)
    await tx
      .insertInto('accounts')
      .values({
        id: randomUUIDv7(),
        user_id: user.id,
        provider_id: 'credential',
        account_id: user.id,
        password: await hashPassword(password),
      })
      .execute()
  }
}
