import { expect, test } from 'vitest'
import type { Letter } from './letter.ts'
import { letterAsHtml } from './letter-as-html.ts'
import { letterAsText } from './letter-as-text.ts'

const ORIGIN = 'https://shop.example'

const letter: Letter = {
  to: 'ada@example.com',
  subject: 'Your order of Chain 10-speed',
  name: 'Ada Lovelace',
  blocks: [
    'we have your order.',
    { press: 'Pay for it here', url: `${ORIGIN}/dashboard/payment/1?a=b&c=d` },
    {
      facts: [
        ['Order', '1'],
        ['Address', '12 Wheel Lane\nDhaka'],
      ],
    },
    { see: 'See the order', url: `${ORIGIN}/dashboard/order/1` },
  ],
}

test('a mail says in plain text what it says in HTML', () => {
  expect(letterAsText(letter)).toBe(`Hello Ada Lovelace,

we have your order.

Pay for it here:
https://shop.example/dashboard/payment/1?a=b&c=d

Order      1
Address    12 Wheel Lane
Dhaka

See the order:
https://shop.example/dashboard/order/1

Freehub
`)
  const html = letterAsHtml(letter, ORIGIN)
  for (const words of [
    '<title>Your order of Chain 10-speed</title>',
    '>Hello Ada Lovelace,</p>',
    '>we have your order.</p>',
    'href="https://shop.example/dashboard/payment/1?a=b&amp;c=d"',
    '>Pay for it here</a>',
    '>12 Wheel Lane<br>Dhaka</td>',
    '>See the order</a>',
  ])
    expect(html).toContain(words)
})

test('whatever people have written is nothing but text in a mail', () => {
  const hostile = `"><script>alert('x')</script><img src=x onerror=y>&amp;<a href="https://evil.example">`
  const html = letterAsHtml(
    {
      ...letter,
      subject: hostile,
      name: hostile.replace('https://evil.example', ''),
      blocks: [
        hostile,
        { facts: [[hostile, hostile]] },
        { press: hostile, url: `${ORIGIN}/"><b>` },
      ],
    },
    ORIGIN,
  )
  expect(html).not.toMatch(/<(script|img|b)\b/)
  expect(html).not.toContain('href="https://evil')
  expect(html.match(/<a /g)).toHaveLength(2)
  expect(html).toContain('&quot;&gt;&lt;script&gt;')
  expect(html).toContain('&amp;amp;')
})

test.each([
  'You have won: https://evil.example',
  'www.evil.example',
  'evil@example.com',
  'Claim at evil.example now',
])('nobody is greeted by a name that mail programs make a link of: %s', (name) => {
  expect(letterAsText({ ...letter, name })).toMatch(/^Hello,\n/)
  expect(letterAsHtml({ ...letter, name }, ORIGIN)).toContain('>Hello,</p>')
})

test.each(['Ada Lovelace', 'J. R. R. Tolkien', 'Müller & Söhne', 'আদা', 'Dr. med. Ada'])(
  'everybody else is greeted by his name: %s',
  (name) => {
    expect(letterAsText({ ...letter, name })).toMatch(new RegExp(`^Hello ${name},\n`))
  },
)

test('a mail can be read where the reader has asked for dark colours', () => {
  const html = letterAsHtml(letter, ORIGIN)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)/)
})
