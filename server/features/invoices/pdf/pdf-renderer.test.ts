import { isRefusal } from '@freehub/contract/refusals'
import { afterAll, expect, test } from 'vitest'
import { readPdfColors, readPdfLines } from '../../../../tests/support/pdf-text.ts'
import type { DocumentContent, DocumentFile } from './document-content.ts'
import { createPdfRenderer } from './pdf-renderer.ts'

const { render, close } = createPdfRenderer({ timeoutMs: 60_000 })
afterAll(close)

const linesOf = (drawn: Awaited<ReturnType<typeof render>>) =>
  isRefusal(drawn) ? [drawn.refused] : readPdfLines(drawn)

const content: DocumentContent = {
  size: 'a4',
  heading: 'Invoice',
  number: 'FH-000001',
  state: null,
  title: 'Invoice FH-000001',
  date: new Date(),
  maker: {
    name: 'Freehub',
    address: ['Dhaka'],
    taxId: null,
    origin: null,
    email: 'a@b.example',
    telephone: '1',
  },
  party: { caption: 'Billed to', lines: ['Ada'] },
  facts: [['Order', '1']],
  columns: [{ name: 'Product', share: 100 }],
  rows: [['Chain']],
  sums: [],
  total: null,
  payments: [],
  notes: [],
  fillInCaptions: [],
}

const file: DocumentFile = { title: content.title, documents: [content] }

test('rejects a document that cannot be rendered, and renders the next one', async () => {
  const broken = { ...file, documents: [{ ...content, rows: null }] } as unknown as DocumentFile
  const [refused, drawn] = await Promise.allSettled([render(broken, 'Ada'), render(file, 'Ada')])
  expect(refused.status).toBe('rejected')
  expect(drawn.status === 'fulfilled' && linesOf(drawn.value)).toContain('Chain')
})

test('prints dark text and visible lines on a black and white printer', async () => {
  const sums: [string, string][] = [['Net amount', '$1.00']]
  const parts: Partial<DocumentContent> = {
    sums,
    total: ['Total', '$1.00'],
    notes: ['Ring twice.'],
  }
  const pdf = await render({ ...file, documents: [{ ...content, ...parts }] }, 'Ada')
  if (isRefusal(pdf)) throw new Error(pdf.refused)
  const { fills, strokes } = readPdfColors(pdf)
  const header = Math.max(...fills.map(computeLuminance))
  const texts = fills.map(computeLuminance).filter((luminance) => luminance < header)
  expect(texts.length).toBeGreaterThan(10)
  expect(header).toBeGreaterThan(0.8)
  expect(computeContrast(header, Math.max(...texts))).toBeGreaterThan(4.5)
  expect(strokes.length).toBeGreaterThan(2)
  expect(computeContrast(1, Math.max(...strokes.map(computeLuminance)))).toBeGreaterThan(3)
})

/** Returns the contrast of two tones as WCAG 2 defines it. */
const computeContrast = (light: number, dark: number) => (light + 0.05) / (dark + 0.05)

/** Returns the relative luminance of a colour, which is its tone on a black and white printer. */
function computeLuminance(color: [number, number, number]): number {
  const [red, green, blue] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as typeof color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('keeps the last two rows on the same page as the total', async () => {
  const renderRows = async (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => [`Row ${index + 1}.`])
    const total: [string, string] = ['Total', '$1.00']
    const drawn = await render({ ...file, documents: [{ ...content, rows, total }] }, 'Ada')
    return linesOf(drawn).join(' ')
  }
  for (const count of [34, 35, 36, 37, 38, 39, 40]) {
    const text = await renderRows(count)
    const lastPage = text.slice(text.lastIndexOf('Product'))
    expect(lastPage).toContain(`Row ${count - 1}. Row ${count}. Total`)
  }
})

test('draws an invoice of twelve rows, half of them with two lines, on one page', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}`)
  const full: DocumentContent = {
    ...content,
    size: 'letter',
    state: 'Paid',
    maker: { ...content.maker, address: lines(3), taxId: '1' },
    party: { caption: 'Billed to', lines: lines(6) },
    rows: Array.from({ length: 12 }, (_, row) => [
      row % 2 === 0 ? 'Cassette\nList price $1.20' : 'Cassette',
    ]),
    sums: [
      ['Net', '$1.00'],
      ['Tax', '$0.00'],
    ],
    total: ['Total', '$1.00'],
    payments: [
      ['Paid', '$1.00'],
      ['Due', '$0.00'],
    ],
    notes: lines(3),
  }
  const drawn = linesOf(await render({ ...file, documents: [full] }, 'Ada'))
  expect(drawn.join('\n')).toContain('Page 1 of 1')
})

test('limits pending documents to five per user and twenty in total', async () => {
  const renderFor = (userId: string) => Array.from({ length: 6 }, () => render(file, userId))
  const drawn = await Promise.all(['Ada', 'Bob', 'Cleo', 'Dan', 'Eve'].flatMap(renderFor))
  const refused = drawn.map((result) => isRefusal(result))
  const five = [false, false, false, false, false, true]
  expect(refused).toEqual([...five, ...five, ...five, ...five, ...five.map(() => true)])
})

test('renders several documents, each with its own page numbers', async () => {
  const long = {
    ...content,
    title: 'Invoice FH-000002',
    rows: Array.from({ length: 40 }, () => ['Rim']),
  }
  const lines = linesOf(
    await render({ title: 'Invoices', documents: [content, long, content] }, 'Ada'),
  )
  expect(lines.join('\n').match(/Page \d of \d/g)).toEqual([
    'Page 1 of 1',
    'Page 1 of 2',
    'Page 2 of 2',
    'Page 1 of 1',
  ])
  expect(lines.filter((line) => line === 'Chain')).toHaveLength(2)
})
