import { expect, test } from 'vitest'
import { compressResponse } from './cached-response.ts'

test('converts a large body to a buffer', async () => {
  const response = await compressResponse({ body: 'ä'.repeat(20_000), headers: {} })
  expect(response.body).toEqual(Buffer.from('ä'.repeat(20_000)))
})
