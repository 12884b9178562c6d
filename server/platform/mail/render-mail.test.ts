import { expect, test } from 'vitest'
import { type MailContent, renderMailHtml, renderMailText } from './render-mail.ts'

const ORIGIN = 'https://shop.example'

const mail: MailContent = {
  to: 'ada@example.com',
  subject: 'Your order of Chain 10-speed',
  name: 'Ada Lovelace',
  blocks: [
    'we have your order.',
    { button: 'Pay for it here', url: `${ORIGIN}/dashboard/payment/1?a=b&c=d` },
    {
      facts: [
        ['Order', '1'],
        ['Address', '12 Wheel Lane\nDhaka'],
      ],
    },
    { link: 'See the order', url: `${ORIGIN}/dashboard/order/1` },
  ],
}

test('renders the same content as text and as HTML', () => {
  expect(renderMailText(mail)).toBe(`Hello Ada Lovelace,

we have your order.

Pay for it here:
https://shop.example/dashboard/payment/1?a=b&c=d

Order   1
Address 12 Wheel Lane
        Dhaka

See the order:
https://shop.example/dashboard/order/1

Freehub
`)
  const html = renderMailHtml(mail, ORIGIN)
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

test('aligns facts below a long label, and all lines of a value', () => {
  const facts: [string, string][] = [
    ['Tracking number', '1'],
    ['Address', '12 Wheel Lane\rTotal\r\nDhaka'],
  ]
  expect(renderMailText({ ...mail, blocks: [{ facts }] })).toContain(`
Tracking number 1
Address         12 Wheel Lane
                Total
                Dhaka
`)
})

test('escapes user input in HTML', () => {
  const hostile = `"><script>alert('x')</script><img src=x onerror=y>&amp;<a href="https://evil.example">`
  const html = renderMailHtml(
    {
      ...mail,
      subject: hostile,
      name: hostile.replace('https://evil.example', ''),
      blocks: [
        hostile,
        { facts: [[hostile, hostile]] },
        { button: hostile, url: `${ORIGIN}/"><b>` },
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
])('omits a name that mail clients display as a link: %s', (name) => {
  expect(renderMailText({ ...mail, name })).toMatch(/^Hello,\n/)
  expect(renderMailHtml({ ...mail, name }, ORIGIN)).toContain('>Hello,</p>')
})

test.each(['Ada Lovelace', 'J. R. R. Tolkien', 'Müller & Söhne', 'আদা', 'Dr. med. Ada'])(
  'greets the user by name: %s',
  (name) => {
    expect(renderMailText({ ...mail, name })).toMatch(new RegExp(`^Hello ${name},\n`))
  },
)

test('the HTML of a mail has colours for dark mode', () => {
  const html = renderMailHtml(mail, ORIGIN)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)/)
})
