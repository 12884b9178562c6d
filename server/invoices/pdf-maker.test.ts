import { afterAll, expect, test } from 'vitest'
import { pdfLines } from '../testing/pdf-text.ts'
import type { Paper } from './paper.ts'
import { pdfMaker } from './pdf-maker.ts'

const { make, close } = pdfMaker()
afterAll(close)

const paper: Paper = {
  size: 'a4',
  heading: 'Invoice',
  number: 'FH-000001',
  date: new Date(),
  maker: { name: 'Freehub', address: ['Dhaka'], taxId: null, email: 'a@b.example', telephone: '1' },
  party: { caption: 'Billed to', lines: ['Ada'] },
  facts: [['Order', '1']],
  columns: [{ name: 'Product', share: 100 }],
  rows: [['Chain']],
  total: null,
  notes: [],
  blanks: [],
}

test('a paper that cannot be drawn is refused, and the next one is drawn all the same', async () => {
  const broken = { ...paper, rows: null } as unknown as Paper
  const [refused, drawn] = await Promise.allSettled([make(broken), make(paper)])
  expect(refused.status).toBe('rejected')
  expect(drawn.status === 'fulfilled' && pdfLines(drawn.value)).toContain('Chain')
})

test('whoever waits for a paper while the shop closes is told, and it opens again for the next', async () => {
  const waiting = expect(make(paper)).rejects.toThrow('what draws the papers has ended')
  await close()
  await waiting
  expect(pdfLines(await make(paper))).toContain('Chain')
})

test('a table that is longer than the page goes on on the next, under its heads', async () => {
  const rows = Array.from({ length: 60 }, (_, place) => [`Part ${place + 1}`])
  const lines = pdfLines(await make({ ...paper, rows }))
  const heads = lines.filter((line) => line === 'Product')
  const feet = lines.filter((line) => line.startsWith('Freehub · Invoice FH-000001'))
  expect(heads.length).toBe(feet.length)
  expect(feet.map((line) => line.slice(-11))).toEqual(
    feet.map((_, place) => `Page ${place + 1} of ${feet.length}`),
  )
  expect(feet.length).toBeGreaterThan(1)
  for (const [row] of rows) expect(lines).toContain(row)
})
