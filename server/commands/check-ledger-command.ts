import type { Config } from '../config.ts'
import { checkLedger, formatReport } from '../features/ledger-check/check-ledger.ts'
import { ProviderUnavailable } from '../features/payments/card-provider/provider.ts'
import { createStripeProvider } from '../features/payments/card-provider/stripe.ts'
import { connect } from '../platform/database/connections/connect.ts'
import { isDatabaseOutage } from '../platform/http/problems.ts'

/** Default time for the shop to finish pending payments. */
const TIMEOUT_SECONDS = 60

/** Statement timeout for the ledger of many years. No user waits for these statements. */
export const LEDGER_STATEMENT_MS = 10 * 60_000

/** Prints the check. Returns the exit code: 0 consistent, 1 inconsistent, 2 not checked. */
export async function checkLedgerCommand(
  config: Pick<Config, 'databaseDirectUrl' | 'stripe'>,
  [seconds = String(TIMEOUT_SECONDS)]: string[],
): Promise<0 | 1 | 2> {
  if (!/^\d{1,4}$/.test(seconds)) {
    console.error('Write how many seconds to wait for pending payments, such as 60.')
    return 2
  }
  const { db } = connect(config.databaseDirectUrl, () => {}, { statementMs: LEDGER_STATEMENT_MS })
  try {
    const cards = createStripeProvider(config)
    const violations = await checkLedger({ db, cards, timeoutMs: Number(seconds) * 1000 })
    console.log(formatReport(violations))
    return violations.length > 0 ? 1 : 0
  } catch (error) {
    console.error(`The ledger was not checked: ${explainFailure(error as Error, config)}`)
    return 2
  } finally {
    await db.destroy()
  }
}

/** States why the ledger could not be checked. */
function explainFailure(error: Error, { stripe }: Pick<Config, 'stripe'>): string {
  if (error instanceof ProviderUnavailable) {
    return `the card provider at ${stripe.apiUrl} is unavailable (${error.message}). It must be running, and PORT and the STRIPE_… settings must be the same as for the shop.`
  }
  const problem = isDatabaseOutage(error)
    ? 'the database is unavailable'
    : 'an unexpected error occurred'
  return `${problem} (${error.message || String(error)}).`
}
