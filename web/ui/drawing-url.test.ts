import { expect, test } from 'vitest'
import { getDrawingUrl, parseDrawingUrl } from './drawing-url.ts'

test('returns the URL of a part’s drawing at another level of detail', () => {
  expect(getDrawingUrl('/drawings/FH-13110-2.svg', 'icon')).toBe('/drawings/FH-13110-2-icon.svg')
  expect(getDrawingUrl('/drawings/FH-13110-2.svg', 'sheet')).toBe('/drawings/FH-13110-2-sheet.svg')
})

test('returns the URL of other pictures unchanged', () => {
  const others = ['/drawings/house/wheel.svg', '/pictures/1.webp', '/drawings/a.png']
  for (const img of ['https://maker.example/drawings/a.svg', ...others])
    expect(getDrawingUrl(img, 'icon')).toBe(img)
})

test('parses the part number in the URL of a drawing, and returns undefined for other URLs', () => {
  expect(parseDrawingUrl('/drawings/FH-13110-2.svg')).toBe('FH-13110-2')
  expect(parseDrawingUrl('https://maker.example/FH-13110-2.svg')).toBeUndefined()
})
