import { expect, test } from 'vitest'
import { photoAddress, photoAsJpeg, photoSources, photoWidths } from './photo-address.ts'

const id = '01890000-0000-7000-8000-000000000000'

test('a photo is kept in four widths, of which none is wider than what was sent', () => {
  expect(photoWidths(1280)).toEqual([160, 320, 640, 1280])
  expect(photoWidths(700)).toEqual([160, 320, 640, 700])
  expect(photoWidths(640)).toEqual([160, 320, 640])
  expect(photoWidths(160)).toEqual([160])
})

test('from the address of a photo all its files are known', () => {
  const address = photoAddress(id, 700)
  expect(address).toBe(`/photos/${id}/700.webp`)
  expect(photoSources(address, 'avif')).toBe(
    [160, 320, 640, 700].map((width) => `/photos/${id}/${width}.avif ${width}w`).join(', '),
  )
  expect(photoAsJpeg(address)).toBe(`/photos/${id}/700.jpeg`)
})

test.each([
  '/drawings/FH-10110-7.svg',
  'https://elsewhere.example/photos/700.webp',
  `https://elsewhere.example/photos/${id}/700.webp`,
  `/photos/${id}/700.png`,
])('%s is no photo of the shop’s', (address) => {
  expect(photoSources(address, 'webp')).toBeUndefined()
  expect(photoAsJpeg(address)).toBeUndefined()
})
