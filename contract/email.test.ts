import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail, normalizeEmail } from './email.ts'

test.each([
  'ada@example.com',
  "o'neill+bikes@sub.example.co",
  'a@b.cd',
  `${'a'.repeat(64)}@example.com`,
])('accepts the email address %s', (text) => expect(isEmail(text)).toBe(true))

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
])('rejects %j as an email address', (text) => expect(isEmail(text)).toBe(false))

test('the pattern rejects repetitive text without exponential backtracking', () => {
  // With backtracking, this would never end.
  for (const part of ['a', 'a.', 'a-', '-', '.', '@']) {
    expect(isEmail(`${`a@${part.repeat(252)}`.slice(0, 253)}!`)).toBe(false)
  }
})

test('the pattern accepts common email addresses', () => {
  fc.assert(fc.property(fc.emailAddress(), (address) => void expect(isEmail(address)).toBe(true)))
})

test('trims and lowercases an email address', () => {
  expect(normalizeEmail('  Ada@Example.COM ')).toBe('ada@example.com')
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(normalizeEmail(normalizeEmail(address))).toBe(normalizeEmail(address))
    }),
  )
})
