import { expect, test } from 'vitest'
import { pageDocument } from './page-document.ts'

const page = {
  root: '<title>Login · Freehub</title><meta name="description" content="a"/><a class="skip">Skip</a>',
  data: [],
  settings: {
    origin: 'http://localhost:3000',
    stripePublishableKey: '',
    stripeJsUrl: '',
    localCurrencyRate: 122,
    reservationHours: 72,
    signInProviders: [],
    demoAccounts: [],
    year: 2026,
  },
  assets: {
    styles: ['/assets/a.css'],
    fonts: ['/assets/saira.woff2'],
    start: { script: '/assets/head.js', modules: ['/assets/react.js', '/assets/entry.js'] },
    sources: [],
    screens: {},
  },
  hidden: false,
}

test('title and meta stand in the head, the page in its root', () => {
  const html = pageDocument(page)
  expect(html).toMatch(
    /<head>[\s\S]*<title>Login · Freehub<\/title><meta name="description"[\s\S]*<\/head>/,
  )
  expect(html).toContain('<div id="root"><a class="skip">')
})

test('data cannot end the element it travels in', () => {
  const html = pageDocument({
    ...page,
    data: [[['reviews'], '</script><script>alert(1)</script>']],
  })
  expect(html).not.toContain('</script><script>alert')
})

test('only the script of the head is loaded with the page, and told which modules to load after it', () => {
  const html = pageDocument(page)
  expect(html.match(/<script (?!type="application)[^>]*>/g)).toEqual([
    '<script src="/assets/head.js" data-modules="/assets/react.js /assets/entry.js">',
  ])
})

test('screens for who is signed in are not for search engines', () => {
  expect(pageDocument({ ...page, hidden: true })).toContain(
    '<meta name="robots" content="noindex">',
  )
  expect(pageDocument(page)).not.toContain('noindex')
})
