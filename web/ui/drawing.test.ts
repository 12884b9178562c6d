import { expect, test } from 'vitest'
import { drawingAt, partNumberOf } from './drawing.ts'

test("the shop's own drawings come at other levels", () => {
  expect(drawingAt('/drawings/FH-13110-2.svg', 'icon')).toBe('/drawings/FH-13110-2-icon.svg')
  expect(drawingAt('/drawings/FH-13110-2.svg', 'sheet')).toBe('/drawings/FH-13110-2-sheet.svg')
})

test('pictures from elsewhere stay as they are', () => {
  for (const img of ['https://maker.example/drawings/a.svg', '/pictures/1.webp', '/drawings/a.png'])
    expect(drawingAt(img, 'icon')).toBe(img)
})

test('a drawing tells the number of its part, a photograph does not', () => {
  expect(partNumberOf('/drawings/FH-13110-2.svg')).toBe('FH-13110-2')
  expect(partNumberOf('https://maker.example/FH-13110-2.svg')).toBeUndefined()
})
