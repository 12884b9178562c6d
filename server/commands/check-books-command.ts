import type { Config } from '../config.ts'
import { checkBooks } from '../features/ledger-check/check-books.ts'
import { printBooks } from '../features/ledger-check/print-books.ts'
import { ProviderUnavailable } from '../features/payments/provider/provider.ts'
import { stripeProvider } from '../features/payments/provider/stripe.ts'
import { connect } from '../platform/database/connections/connect.ts'

/** By now the shop has finished whatever was on its way. */
const PATIENCE_SECONDS = 60

/** Enough for the books of many years: nobody waits for a page meanwhile. */
const STATEMENT_MS = 10 * 60_000

/**
 * Checks the books and says what it has found. Answers the exit code: 0 when all is right, 1 when
 * something is wrong, 2 when the database or the card provider could not be asked.
 */
export async function checkBooksCommand(
  config: Pick<Config, 'databaseDirectUrl' | 'stripe'>,
  [seconds = String(PATIENCE_SECONDS)]: string[],
): Promise<0 | 1 | 2> {
  if (!/^\d{1,4}$/.test(seconds)) {
    console.error('Write how many seconds to look again at what is on its way, such as 60.')
    return 2
  }
  const { db } = connect(config.databaseDirectUrl, () => {}, { statementMs: STATEMENT_MS })
  try {
    const cards = stripeProvider(config)
    const broken = await checkBooks({ db, cards, patienceMs: Number(seconds) * 1000 })
    console.log(printBooks(broken))
    return broken.length > 0 ? 1 : 0
  } catch (error) {
    console.error(`The books were not checked: ${whyNot(error as Error, config)}`)
    return 2
  } finally {
    await db.destroy()
  }
}

function whyNot(error: Error, { stripe }: Pick<Config, 'stripe'>): string {
  return error instanceof ProviderUnavailable
    ? `the card provider at ${stripe.apiUrl} could not be asked (${error.message}). It must run, and PORT and the settings STRIPE_… must be those that the shop was started with.`
    : `the database could not be asked (${error.message || String(error)}).`
}
