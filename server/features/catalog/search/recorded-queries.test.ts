import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SEARCHED_FOR_HEADER } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { readIds, readNextLink } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

const COPIES = 800
const SKUS_SHOWN = 10
const MAX_PAGES = 3
/** A test sends some hundred searches, which take a minute beside many other tests on a slow machine. */
const TIMEOUT_MS = 5 * 60_000

/**
 * Compares searches with the results that the files record. A line has the query, the count, the corrected text,
 * the first SKUs and a digest of the SKUs of three pages. To add a query, append it as a line; to record the results
 * again, run this file with `-u`.
 */
test.each([
  ['recorded-queries.tsv', 'the sample catalog', async () => {}],
  ['recorded-queries-large.tsv', 'a catalog with many matches', addCopies],
])(
  'finds the recorded results of %s in %s',
  { timeout: TIMEOUT_MS },
  async (file, _catalog, prepare) => {
    const path = join(import.meta.dirname, file)
    const shop = await startTestShop()
    try {
      await shop.db.transaction().execute(fillCatalog)
      await prepare(shop)
      const skus = await readSkus(shop)
      const lines: string[] = []
      for (const line of (await readFile(path, 'utf8')).trim().split('\n')) {
        const [query = ''] = line.split('\t')
        const result = query.startsWith('families?')
          ? await countFamilies(shop, query)
          : await listParts(shop, query, skus)
        lines.push([query, ...result].join('\t'))
      }
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(path)
    } finally {
      await shop.close()
    }
  },
)

async function listParts(shop: TestShop, query: string, skus: Map<string, string>) {
  const page = await shop.call('GET', `/${query}`)
  const { headers } = page
  const ids = readIds(page)
  let next = readNextLink(page)
  for (let pages = 1; next && pages < MAX_PAGES; pages++) {
    const nextPage = await shop.call('GET', next)
    ids.push(...readIds(nextPage))
    next = readNextLink(nextPage)
  }
  const found = ids.map((id) => skus.get(id))
  return [
    headers.get('x-total-count'),
    decodeURIComponent(headers.get(SEARCHED_FOR_HEADER) ?? '-'),
    found.slice(0, SKUS_SHOWN).join(' ') || '-',
    createHash('sha256').update(found.join(' ')).digest('base64url').slice(0, 10),
  ]
}

async function countFamilies(shop: TestShop, query: string) {
  const { body } = await shop.call('GET', `/api/${query}`)
  return [(body as Family[]).map(({ count }) => String(count)).join(' ')]
}

async function readSkus({ db }: TestShop): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sku: string }>`
    select id, substr(sku, 4, 5) as sku from parts`.execute(db)
  return new Map(rows.map(({ id, sku }) => [id, sku]))
}

/** Adds changed copies of the parts: first at dense positions, then spread over several wide ranges. */
async function addCopies({ db }: TestShop) {
  await sql`
    with sample as (select *, row_number() over (order by sku) - 1 as nth, count(*) over () as size from parts)
    insert into parts (id, position, sku, family_code, name, description, img, unit_price_cents, minimum_order, on_hand, attributes)
    select gen_random_uuid(), case when n <= 400 then 500 + n else n * 97 end, 'FH-' || 90000 + n || '-' || n % 10,
      case when n % 9 > 0 then family_code end,
      regexp_replace(name, '^\\w+', (array['Alder', 'Aldgate', 'Åmark', 'Borholt', 'Borlund', 'Calvik'])[1 + n % 6])
        || (array['', ', black', ', blue', ', graphite', ', steel'])[1 + n % 5],
      'Part of the series ' || n % 40 || case when n % 3 = 0 then ', gloss.' else '.' end, img,
      1 + (unit_price_cents * (50 + n * 7919 % 151)) / 100, minimum_order, n * 31 % 90, attributes
    from generate_series(1, ${COPIES}::int) n join sample on nth = n % size`.execute(db)
}
