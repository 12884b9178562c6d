import { expect, test } from 'vitest'
import { sizeInWords, sizesInWords } from './size-in-words.ts'

test('short words for sizes are said in full', () => {
  expect(sizeInWords('qr-rear-135')).toBe('quick release rear 135')
  expect(sizeInWords('ta-12x148')).toBe('thru axle 12 × 148')
  expect(sizeInWords('hub-6v-3w')).toBe('hub 6 V 3 W')
  expect(sizeInWords('1-1/8-to-1-1/2')).toBe('1 1/8 to 1 1/2')
  expect(sizeInWords('post-m6')).toBe('post M6')
})

test('what standards write stays as they write it', () => {
  for (const size of ['37-622', '28/47-622', 'BSA-68', 'PF41-86.5', 'EC34/28.6', '6902-2RS', '6-8'])
    expect(sizeInWords(size)).toBe(size)
  expect(sizeInWords('9/16x20')).toBe('9/16 × 20')
  expect(sizeInWords('M10x1')).toBe('M10 × 1')
})

test('one of several needs is enough, unless all are needed; offers are all there', () => {
  const sizes = ['28.6', '31.8', '34.9']
  const needed = { role: 'needs', sizes, allNeeded: false } as const
  expect(sizesInWords(needed)).toBe('28.6, 31.8 or 34.9')
  expect(sizesInWords({ ...needed, allNeeded: true })).toBe('28.6, 31.8 and 34.9')
  expect(sizesInWords({ ...needed, role: 'offers', sizes: ['iso', 'track'] })).toBe('ISO and track')
  expect(sizesInWords({ ...needed, sizes: ['toString'] })).toBe('toString')
})
