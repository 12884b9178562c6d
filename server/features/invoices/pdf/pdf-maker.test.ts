import { isRefusal } from '@freehub/contract/refusals'
import { afterAll, expect, test } from 'vitest'
import { pdfLines } from '../../../../tests/support/pdf-text.ts'
import type { Paper } from './paper.ts'
import { pdfMaker } from './pdf-maker.ts'

const { make, close } = pdfMaker()
afterAll(close)

const saidBy = (drawn: Awaited<ReturnType<typeof make>>) =>
  isRefusal(drawn) ? [drawn.refused] : pdfLines(drawn)

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
  const [refused, drawn] = await Promise.allSettled([make(broken, 'Ada'), make(paper, 'Ada')])
  expect(refused.status).toBe('rejected')
  expect(drawn.status === 'fulfilled' && saidBy(drawn.value)).toContain('Chain')
})

test('one person has five papers drawn at once, all together twenty', async () => {
  const of = (asker: string) => Array.from({ length: 6 }, () => make(paper, asker))
  const drawn = await Promise.all(['Ada', 'Bob', 'Cleo', 'Dan', 'Eve'].flatMap(of))
  const refused = drawn.map((one) => isRefusal(one))
  const five = [false, false, false, false, false, true]
  expect(refused).toEqual([...five, ...five, ...five, ...five, ...five.map(() => true)])
})
