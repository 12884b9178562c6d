import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail, normalEmail } from './email.ts'

test.each([
  'ada@example.com',
  "o'neill+bikes@sub.example.co",
  'a@b.cd',
  `${'a'.repeat(64)}@example.com`,
])('%s is an address', (text) => expect(isEmail(text)).toBe(true))

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@@example.com',
  'ada lovelace@example.com',
  'ada@-example.com',
  'ada@example..com',
  'ada@example.com\n',
  'ада@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
])('%j is none', (text) => expect(isEmail(text)).toBe(false))

test('the pattern takes what people have, and answers at once whatever it is given', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 5000 }), (text) => {
      const began = performance.now()
      isEmail(`a@${text}`)
      expect(performance.now() - began).toBeLessThan(1000)
    }),
  )
  fc.assert(fc.property(fc.emailAddress(), (address) => void expect(isEmail(address)).toBe(true)))
})

test('addresses are compared without blanks around them and without regard to case', () => {
  expect(normalEmail('  Ada@Example.COM ')).toBe('ada@example.com')
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(normalEmail(normalEmail(address))).toBe(normalEmail(address))
    }),
  )
})
