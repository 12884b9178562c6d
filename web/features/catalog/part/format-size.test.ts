import { expect, test } from 'vitest'
import { formatSize, formatSizes } from './format-size.ts'

test('writes abbreviations in full', () => {
  expect(formatSize('qr-rear-135')).toBe('quick release rear 135')
  expect(formatSize('ta-12x148')).toBe('thru axle 12 × 148')
  expect(formatSize('hub-6v-3w')).toBe('hub 6 V 3 W')
  expect(formatSize('1-1/8-to-1-1/2')).toBe('1 1/8 to 1 1/2')
  expect(formatSize('post-m6')).toBe('post M6')
})

test('keeps the notations of standards', () => {
  for (const size of ['37-622', '28/47-622', 'BSA-68', 'PF41-86.5', 'EC34/28.6', '6902-2RS', '6-8'])
    expect(formatSize(size)).toBe(size)
  expect(formatSize('9/16x20')).toBe('9/16 × 20')
  expect(formatSize('M10x1')).toBe('M10 × 1')
})

test('joins needed sizes by "or" unless all are needed, and offered sizes by "and"', () => {
  const sizes = ['28.6', '31.8', '34.9']
  const needed = { role: 'needs', sizes, allNeeded: false } as const
  expect(formatSizes(needed)).toBe('28.6, 31.8 or 34.9')
  expect(formatSizes({ ...needed, allNeeded: true })).toBe('28.6, 31.8 and 34.9')
  expect(formatSizes({ ...needed, role: 'offers', sizes: ['iso', 'track'] })).toBe('ISO and track')
  expect(formatSizes({ ...needed, sizes: ['toString'] })).toBe('toString')
})
