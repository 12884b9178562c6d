import { findEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { connect } from '../../../server/platform/database/connections/connect.ts'

/** Backdates the paid orders, one every three days, so that charts show several weeks. */
export async function spreadPayments(dataDir: string): Promise<void> {
  const databaseUrl = await findEmbeddedPostgres(dataDir)
  if (!databaseUrl) throw new Error('The embedded database was not found.')
  const { pool } = connect(databaseUrl, () => {})
  await pool.query(`
    with paid as (
      select id, (row_number() over (order by paid_at desc) - 1) * interval '3 days' as ago
      from orders where paid_at is not null)
    update orders set placed_at = placed_at - ago, paid_at = paid_at - ago, shipped_at = shipped_at - ago
    from paid where paid.id = orders.id`)
  await pool.end()
}
