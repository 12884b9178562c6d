import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { readIds } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const FIRST_RESULTS = 5
const REQUIRED = 165

/** A line of questions.tsv has a question and the parts that a mechanic expects: five digits of each SKU. */
test('finds the expected parts of at least 165 of 170 questions in the first five results', async () => {
  const file = await readFile(new URL('questions.tsv', import.meta.url), 'utf8')
  const questions = file
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [string, string])
  const shop = await startTestShop()
  try {
    await shop.db.transaction().execute(fillCatalog)
    const { rows } = await sql<{ id: string; number: string }>`
      select id, substr(sku, 4, 5) as number from parts`.execute(shop.db)
    const numbers = new Map(rows.map(({ id, number }) => [id, number]))
    const missed: string[] = []
    for (const [question, expected] of questions) {
      const response = await shop.call(
        'GET',
        `/parts?search=${encodeURIComponent(question)}&size=${FIRST_RESULTS}`,
      )
      const found = readIds(response).map((id) => numbers.get(id))
      if (!expected.split(' ').every((number) => found.includes(number)))
        missed.push(`${question}: ${expected}, not ${found.join(' ')}`)
    }
    expect(questions.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(REQUIRED)
  } finally {
    await shop.close()
  }
})
