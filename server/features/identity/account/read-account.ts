import type { Account } from '@freehub/contract/identity/calls'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type StaffRule, staffDuties } from '../staff-rights.ts'

/** Returns a user's profile and sign-in methods, and what an admin must do to keep staff rights. */
export async function readAccount(db: Db, userId: string, staff: StaffRule): Promise<Account> {
  const [user, accounts, passkeys] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    db
      .selectFrom('accounts')
      .select(['provider_id', 'password'])
      .where('user_id', '=', userId)
      .execute(),
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  ])
  const providers = accounts.map(({ provider_id }) => provider_id)
  return {
    email: user.email,
    emailConfirmed: user.email_verified,
    name: user.name,
    photoURL: user.image,
    signInPhone: user.sign_in_phone_confirmed ? user.sign_in_phone : null,
    hasPassword: accounts.some(({ password }) => password !== null),
    providers: PROVIDERS.filter((provider) => providers.includes(provider)),
    passkeys: passkeys.map(({ id, name, created_at }) => ({
      id,
      name: name ?? 'Passkey',
      createdAt: created_at.toISOString(),
    })),
    secondFactor: user.two_factor_enabled,
    ...staffDuties(staff, {
      role: user.role,
      emailConfirmed: user.email_verified,
      secondFactor: user.two_factor_enabled,
      adminSince: user.admin_since,
    }),
  }
}

const PROVIDERS = ['google', 'github'] as const
