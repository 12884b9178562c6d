import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { importNumbers, type NumberImport } from './import-numbers.ts'
import { NumberImportResult } from './import-numbers-button.tsx'

test('an import reads all numbers of a list with empty lines', async () => {
  const lines = Array.from({ length: 3000 }, (_, n) => `N-${n};FH-13132-7`)
  expect(await importText(lines.join('\n\n'))).toMatchObject({ count: 3000, savedCount: 3000 })
})

test.each([
  ['numbers', 'N-1;FH-13132-7\n'.repeat(5001)],
  ['lines', `N-1;FH-13132-7\n${';\n'.repeat(50_000)}N-2;FH-13132-7`],
])('an import refuses a list with too many %s', async (_, text) => {
  await expect(importText(text)).rejects.toThrow('This list is too long')
})

test.each(['Unsere Nr;Hersteller-Nr', 'Meine Nr;Freehub Nr', 'Ours;Theirs', 'My number;SKU'])(
  'an import does not report the headings %s as refused',
  async (headings) => {
    const progress = await importText(`${headings}\nN-1;FH-13132-7`)
    expect(progress).toMatchObject({ count: 1, savedCount: 1, refused: [] })
  },
)

test('an import saves numbers without digits in the first row', async () => {
  expect(await importText('RING;TARN\nN-1;FH-13132-7')).toMatchObject({ count: 2, savedCount: 2 })
})

test('an import states what was not read', async () => {
  const text = `N-1;FH-13132-7;\nN-2;FH-10110-7;${'x'.repeat(81)}`
  const progress = await importText(text, ['20 hidden rows were not read.'])
  const html = renderResult(progress)
  expect(html).toContain('2 numbers saved.')
  expect(html).toContain('20 hidden rows were not read.')
  expect(html).toContain('1 row is too long.')
})

test('the result of an import ends with the refused rows, and fills a status that is there before', () => {
  const status = /<p role="status">(.*?)<\/p>/
  expect(renderResult(undefined)).toMatch(status)
  const refused = [1, 2, 3].map((row) => ({ row, code: 'N', reason: 'Unknown.' }))
  expect(status.exec(renderResult({ count: 10, savedCount: 2, refused, notes: [] }))?.[1]).toBe(
    '2 numbers saved. 5 rows were not saved. Import the file again. 3 rows were refused:',
  )
})

function renderResult(progress: NumberImport | undefined): string {
  const numberImport = { progress, isBusy: false, error: undefined, importFile: async () => {} }
  return renderToStaticMarkup(<NumberImportResult numberImport={numberImport} />)
}

/** Imports a list. TARN and all part numbers with digits belong to one part. Returns the result. */
async function importText(text: string, notes: string[] = []): Promise<NumberImport | undefined> {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'PUT') return Response.json({})
    const { rows } = JSON.parse(String(body))
    const found = { state: 'found', matches: [{ productId: 'ring' }] }
    const unknown = { state: 'unknown', matches: [] }
    return Response.json({
      rows: rows.map(([number]: string[]) => (/\d|TARN/.test(number ?? '') ? found : unknown)),
      parts: [{ productId: 'ring' }],
    })
  })
  let result: NumberImport | undefined
  await importNumbers({ text, notes, otherSheets: [] }, (progress) => {
    result = progress
  })
  return result
}
