import { expect, test } from 'vitest'
import { exportQuery } from './part-schemas.ts'

test.each([
  { size: '10' },
  { after: '01890a5d-ac96-774b-bcce-b302099a8057' },
  { sort: 'price-asc' },
])('an export rejects the pagination parameter %j', (query) => {
  expect(exportQuery.safeParse({}).success).toBe(true)
  expect(exportQuery.safeParse(query).error?.issues[0]?.code).toBe('unrecognized_keys')
})
