import type { Account } from '@freehub/contract/account'
import type { Db } from '../../database/connect.ts'

/** How somebody can sign in, and what guards it. */
export async function readAccount(db: Db, userId: string): Promise<Account> {
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
  }
}

const PROVIDERS = ['google', 'github'] as const
