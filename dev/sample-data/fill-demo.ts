import { readConfig } from '../../server/config.ts'
import { connect, type Db } from '../../server/platform/database/connections/connect.ts'
import { migrate } from '../../server/platform/database/migrate/migrate.ts'
import {
  markForSandbox,
  refuseForeignDatabase,
} from '../../server/platform/database/sandbox-mark.ts'
import { fillAccounts } from './fill-accounts.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { fillReviews } from './fill-reviews.ts'

/**
 * Fills an empty database with the sample catalogue, its reviews and the sandbox's accounts, and
 * marks it as the sandbox's. A second time it adds only what a first time left undone. Throws when
 * the database belongs to somebody else, and in production.
 */
export async function fillDemo(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(env)
  if (config.production) throw new Error('Production is never filled with demo data.')
  await refuseForeignDatabase(config.databaseDirectUrl)
  await migrate(config.databaseDirectUrl)
  await markForSandbox(config.databaseDirectUrl)
  const { db } = connect(config.databaseDirectUrl, () => {})
  try {
    await onceEach(db, config.demoAccounts)
  } finally {
    await db.destroy()
  }
}

async function onceEach(db: Db, accounts: { email: string; password: string }[]) {
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
