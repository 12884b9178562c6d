import { expect, test } from 'vitest'
import { photoJpegUrl, photoSrcset, photoUrl, photoWidths } from './photo-url.ts'

const id = '01890000-0000-7000-8000-000000000000'

test('a photo has up to four widths, none larger than the upload', () => {
  expect(photoWidths(1280)).toEqual([160, 320, 640, 1280])
  expect(photoWidths(700)).toEqual([160, 320, 640, 700])
  expect(photoWidths(640)).toEqual([160, 320, 640])
  expect(photoWidths(160)).toEqual([160])
})

test('derives the URLs of all files from the URL of a photo', () => {
  const url = photoUrl(id, 700)
  expect(url).toBe(`/photos/${id}/700.webp`)
  expect(photoSrcset(url, 'avif')).toBe(
    [160, 320, 640, 700].map((width) => `/photos/${id}/${width}.avif ${width}w`).join(', '),
  )
  expect(photoJpegUrl(url)).toBe(`/photos/${id}/700.jpeg`)
})

test.each([
  '/drawings/FH-10110-7.svg',
  'https://elsewhere.example/photos/700.webp',
  `https://elsewhere.example/photos/${id}/700.webp`,
  `/photos/${id}/700.png`,
])('%s is not the URL of an uploaded photo', (url) => {
  expect(photoSrcset(url, 'webp')).toBeUndefined()
  expect(photoJpegUrl(url)).toBeUndefined()
})
