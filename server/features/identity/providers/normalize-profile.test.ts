import { expect, test } from 'vitest'
import { normalizeProfile } from './normalize-profile.ts'

const GOOGLE = 'https://accounts.google.com'
const grace = { id: '1', email: 'grace@gmail.example', emailVerified: true, name: 'Grace Porter' }

test('keeps a valid profile unchanged', () => {
  const image = 'https://lh3.googleusercontent.com/a/x'
  expect(normalizeProfile({ ...grace, image }, GOOGLE)).toEqual({ ...grace, image })
})

test.each([
  ['Grace\nPorter', 'Grace Porter'],
  ['  Grace \u0007 Porter ', 'Grace Porter'],
  ['', 'grace'],
  [null, 'grace'],
  [17, 'grace'],
  ['G'.repeat(300), 'G'.repeat(100)],
  ['🚲'.repeat(101), '🚲'.repeat(100)],
])('normalizes the name %j', (name, normalized) => {
  expect(normalizeProfile({ ...grace, name }, GOOGLE).name).toBe(normalized)
})

test.each([null, undefined, 'grace', 'grace@', 42])('omits the invalid email %j', (email) => {
  expect(normalizeProfile({ ...grace, email }, GOOGLE).email).toBeNull()
})

test.each([
  'http://elsewhere.example/a.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  '/relative.png',
  null,
  `https://x.example/${'a'.repeat(2000)}`,
])('omits the picture %s', (image) => {
  expect(normalizeProfile({ ...grace, image }, GOOGLE)).not.toHaveProperty('image')
})

test('keeps an HTTP picture from the origin of a provider in the sandbox', () => {
  const image = 'http://127.0.0.1:3001/google/pictures/grace.svg'
  expect(normalizeProfile({ ...grace, image }, 'http://127.0.0.1:3001/google').image).toBe(image)
})
