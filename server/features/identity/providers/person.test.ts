import { expect, test } from 'vitest'
import { personOf } from './person.ts'

const GOOGLE = 'https://accounts.google.com'
const grace = { id: '1', email: 'grace@gmail.example', emailVerified: true, name: 'Grace Porter' }

test('a profile is taken as it is where it keeps the shop’s rules', () => {
  const image = 'https://lh3.googleusercontent.com/a/x'
  expect(personOf({ ...grace, image }, GOOGLE)).toEqual({ ...grace, image })
})

test.each([
  ['Grace\nPorter', 'Grace Porter'],
  ['  Grace \u0007 Porter ', 'Grace Porter'],
  ['', 'grace'],
  [null, 'grace'],
  [17, 'grace'],
  ['G'.repeat(300), 'G'.repeat(100)],
  ['🚲'.repeat(101), '🚲'.repeat(100)],
])(
  'a name is one line of at most a hundred signs, or what the e-mail begins with: %j',
  (name, said) => {
    expect(personOf({ ...grace, name }, GOOGLE).name).toBe(said)
  },
)

test.each([null, undefined, 'grace', 'grace@', 42])(
  '%j is no e-mail, so there is none',
  (email) => {
    expect(personOf({ ...grace, email }, GOOGLE).email).toBeNull()
  },
)

test.each([
  'http://elsewhere.example/a.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  '/relative.png',
  null,
  `https://x.example/${'a'.repeat(2000)}`,
])('no picture comes from %s', (image) => {
  expect(personOf({ ...grace, image }, GOOGLE)).not.toHaveProperty('image')
})

test('a stand-in on loopback may show pictures of its own', () => {
  const image = 'http://127.0.0.1:3001/google/pictures/grace.svg'
  expect(personOf({ ...grace, image }, 'http://127.0.0.1:3001/google').image).toBe(image)
})
