import { readConfig } from '../../server/config.ts'
import { connect, type Db } from '../../server/platform/database/connections/connect.ts'
import { migrate } from '../../server/platform/database/migrate/migrate.ts'
import {
  markForSandbox,
  refuseNonShopDatabase,
} from '../../server/platform/database/sandbox-mark.ts'
import { fillAccounts } from './fill-accounts.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { fillReviews } from './fill-reviews.ts'

/**
 * Fills an empty database with the sample catalogue, reviews and sandbox accounts, and marks it as a
 * sandbox database. A second run adds only missing data. Throws in production and if the database contains
 * other tables.
 */
export async function fillDemo(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(env)
  if (config.production) throw new Error('Demo data cannot be added in production.')
  await refuseNonShopDatabase(config.databaseDirectUrl)
  await migrate(config.databaseDirectUrl)
  await markForSandbox(config.databaseDirectUrl)
  const { db } = connect(config.databaseDirectUrl, () => {})
  try {
    await fillMissing(db, config.demoAccounts)
  } finally {
    await db.destroy()
  }
}

async function fillMissing(db: Db, accounts: { email: string; password: string }[]) {
  await db.transaction().execute(async (tx) => {
    const { parts, reviews } = await tx
      .selectNoFrom((eb) => [
        eb.exists(eb.selectFrom('parts').select('id')).as('parts'),
        eb.exists(eb.selectFrom('reviews').select('id')).as('reviews'),
      ])
      .executeTakeFirstOrThrow()
    if (!parts) await fillCatalogue(tx)
    await fillAccounts(tx, accounts)
    if (!reviews) await fillReviews(tx)
  })
}
