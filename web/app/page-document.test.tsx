import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StructuredData, serializeForScript } from '../ui/page/structured-data.tsx'
import { renderDocument } from './page-document.ts'

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
    start: { script: 'start()', modules: ['/assets/react.js', '/assets/entry.js'] },
    sources: [],
    screens: {},
  },
  noIndex: false,
}

test('moves title and meta tags into the head', () => {
  const html = renderDocument(page)
  expect(html).toMatch(
    /<head>[\s\S]*<title>Login · Freehub<\/title><meta name="description"[\s\S]*<\/head>/,
  )
  expect(html).toContain('<div id="root"><a class="skip">')
})

test('escapes embedded data, so that it cannot end its script element', () => {
  const html = renderDocument({
    ...page,
    data: [[['reviews'], '</script><script>alert(1)</script>']],
  })
  expect(html).not.toContain('</script><script>alert')
})

test('runs only the head script, and passes it the list of modules', () => {
  const html = renderDocument(page)
  expect(html.match(/<script (?!type="application)[^>]*>/g)).toEqual([
    '<script data-modules="/assets/react.js /assets/entry.js">',
  ])
  expect(html).toContain('>start()</script>')
})

test('excludes signed-in screens from search engines', () => {
  expect(renderDocument({ ...page, noIndex: true })).toContain(
    '<meta name="robots" content="noindex">',
  )
  expect(renderDocument(page)).not.toContain('noindex')
})

const hostile = {
  name: '</script><script>alert(1)</script><!--',
  description: 'a\u2028b\u2029c &lt; "quoted" \\ \u202e عربى 😀',
}

test('hostile text in structured data cannot end the script element, and stays unchanged', () => {
  const html = renderToString(<StructuredData data={hostile} />)
  const [, json = ''] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(hostile)
})

test('serializes data to one line', () => {
  expect(serializeForScript(hostile).split(/[\n\r\u2028\u2029]/)).toHaveLength(1)
})
