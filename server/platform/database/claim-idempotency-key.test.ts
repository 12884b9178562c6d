import { randomUUID } from 'node:crypto'
import { refuse } from '@freehub/contract/refusals'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { claimIdempotencyKey, lockUser } from './claim-idempotency-key.ts'
import { connect } from './connections/connect.ts'

test('refuses to lock a user that does not exist, and to claim an idempotency key for it', async () => {
  const database = await createTestDatabase()
  const { db } = connect(database.databaseUrl, () => {})
  const request = { userId: randomUUID(), key: randomUUID(), payload: [] }
  const refused = { refusal: refuse('token_invalid') }
  const inTransaction = db.transaction()
  await expect(inTransaction.execute((tx) => lockUser(tx, request.userId))).rejects.toMatchObject(
    refused,
  )
  await expect(
    inTransaction.execute((tx) => claimIdempotencyKey(tx, request, randomUUID())),
  ).rejects.toMatchObject(refused)
  await db.destroy()
  await database.drop()
})
