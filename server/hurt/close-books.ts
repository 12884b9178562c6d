import { TestRunner } from 'vitest'
import type { Db } from '../database/connect.ts'
import { checkBooks } from '../testing/books.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** For the table of `npm run test:hurt`: how often it was done, and whose books agreed then. */
    hurt?: { count: number; books: string }
  }
}

/** Ends a scenario: the books must be good. Notes how often it was done. */
export async function closeBooks(
  shop: { db: Db; sandbox?: { url: string } | undefined },
  count: number,
): Promise<void> {
  await checkBooks(shop)
  const test = TestRunner.getCurrentTest()
  const books = shop.sandbox ? 'shop and provider agree' : 'good'
  if (test) test.meta.hurt = { count: count + (test.meta.hurt?.count ?? 0), books }
}
