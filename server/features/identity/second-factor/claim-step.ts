import type { Db } from '../../../platform/database/connections/connect.ts'

/** Uses up a step's code and all before it; false where it is used already. A code counts once. */
export async function claimStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
