import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { readConfig } from '../../server/config.ts'
import { recordRoleChange } from '../../server/features/users/roles.ts'
import { connect, type Db, type Tx } from '../../server/platform/database/connections/connect.ts'
import { migrate } from '../../server/platform/database/migrate/migrate.ts'
import {
  markForSandbox,
  refuseUnmarkedData,
  refuseUnrelatedDatabase,
} from '../../server/platform/database/refuse-database.ts'
import { fillCatalog } from './fill-catalog.ts'
import { fillOrders } from './fill-orders.ts'

/**
 * Fills a sandbox database with the sample catalog, reviews, accounts and orders. Adds only missing data. Throws in
 * production, and for a database with tables of another program or with data that is not from the sandbox.
 */
export async function fillDemo(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(env)
  if (config.production) throw new Error('Demo data cannot be added in production.')
  await refuseUnrelatedDatabase(config.databaseDirectUrl)
  await refuseUnmarkedData(config.databaseDirectUrl)
  await migrate(config.databaseDirectUrl)
  await markForSandbox(config.databaseDirectUrl)
  const { db } = connect(config.databaseDirectUrl, () => {})
  try {
    await fillMissing(db, config.demoAccounts)
    await fillOrders(db, config)
  } finally {
    await db.destroy()
  }
}

async function fillMissing(db: Db, accounts: { email: string; password: string }[]) {
  await db.transaction().execute(async (tx) => {
    const { hasParts, hasReviews } = await tx
      .selectNoFrom((eb) => [
        eb.exists(eb.selectFrom('parts').select('id')).as('hasParts'),
        eb.exists(eb.selectFrom('reviews').select('id')).as('hasReviews'),
      ])
      .executeTakeFirstOrThrow()
    if (!hasParts) await fillCatalog(tx)
    await fillAccounts(tx, accounts)
    if (!hasReviews) await fillReviews(tx)
  })
}

/**
 * Creates the sandbox accounts with their passwords. `admin@…` becomes an admin. Existing accounts
 * stay unchanged.
 */
async function fillAccounts(
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

interface SampleReview {
  name: string
  ratting: number
  comment: string
  answer?: string
}

/**
 * Inserts the sample reviews. The first review of the file is the newest. Adds the answers only if
 * an admin exists.
 */
async function fillReviews(tx: Tx): Promise<void> {
  const file = new URL('./catalog/reviews.json', import.meta.url)
  const reviews = JSON.parse(await readFile(file, 'utf8')) as SampleReview[]
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .execute()
  const ids = reviews.map(() => randomUUIDv7()).sort()
  for (const review of reviews) await insertReview(tx, ids.pop() as string, review, admin[0]?.id)
}

async function insertReview(
  tx: Tx,
  id: string,
  { name, ratting, comment, answer }: SampleReview,
  adminId: string | undefined,
): Promise<void> {
  const answerColumns =
    answer && adminId ? { answer, answered_by: adminId, answered_at: sql<Date>`now()` } : {}
  await tx
    .insertInto('reviews')
    .values({ id, name, rating: ratting, comment, ...answerColumns })
    .execute()
  if (!answer || !adminId) return
  await tx
    .insertInto('review_changes')
    .values({
      id: randomUUIDv7(),
      review_id: id,
      kind: 'answered',
      by_user: adminId,
      detail: answer,
    })
    .execute()
}
