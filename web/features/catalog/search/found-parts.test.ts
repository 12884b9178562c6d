import type { Part } from '@freehub/contract/catalog/parts'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.ts'

const part: Part = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Holm chain, 6/7/8-speed, 116 links',
  description: 'Roller chain.',
  img: '/drawings/FH-10110-7.svg',
  price: 2.68,
  availableQuantity: 8400,
  minimumOrder: 50,
}
const families = [
  { slug: 'chains', name: 'Chains', figure: 'chain', count: 8 },
  { slug: 'pedals', name: 'Pedals', figure: 'pedal', count: 3 },
]

let calls: string[] = []
beforeEach(() => {
  calls = []
})

test('a page beyond the end of the list says so, leads back to its beginning, and is not for search engines', async () => {
  const html = await show('/allParts?sort=price&after=01980000-0000-7000-8000-000000000001', [], {
    'X-Total-Count': '145',
  })
  expect(html).toContain('The list ends before this place.')
  expect(html).toContain('href="/allParts?sort=price"')
  expect(html).not.toContain('<ul class="cells">')
  expect(html).toContain('noindex')
})

test('fills in the search, the filters and the sort order of the address', async () => {
  const html = await show(
    '/allParts?search=chain&family=chains&available=true&priceTo=9.5&sort=price',
    [part],
    { 'X-Total-Count': '1' },
  )
  expect(field(html, 'name="search"')).toContain('value="chain"')
  expect(field(html, 'value="chains"')).toContain('checked')
  expect(field(html, 'value="pedals"')).not.toContain('checked')
  expect(field(html, 'name="available"')).toContain('checked')
  expect(field(html, 'name="priceTo"')).toContain('value="9.5"')
  expect(html).toMatch(/<option value="price" selected="">/)
})

test('says which word a misspelt search was taken for', async () => {
  const html = await show('/allParts?search=chian', [part], {
    'X-Total-Count': '1',
    'X-Searched-For': 'chain',
  })
  expect(html).toContain('Nothing is called “chian”. Shown: chain.')
  expect(field(html, 'name="search"')).toContain('value="chian"')
})

test('says why nothing is found, beside the outline of the family, and leads to all parts', async () => {
  const html = await show('/allParts?search=sidecar&family=pedals', [], { 'X-Total-Count': '0' })
  const found = html.slice(html.indexOf('id="parts"'))
  expect(found).toContain('No parts match “sidecar” and these filters.')
  expect(found).toContain('src="/drawings/house/phantom-pedal.svg"')
  expect(found).toMatch(/<a [^>]*href="\/allParts"[^>]*>Clear all</)
})

test('asks for all parts where the address makes no sense', async () => {
  await show('/allParts', [part], { 'X-Total-Count': '1' })
  const all = calls
  calls = []
  const html = await show(
    '/allParts?family=../x,%00&available=maybe&priceFrom=cheap&priceTo=-1&sort=luck&after=nobody',
    [part],
    { 'X-Total-Count': '1' },
  )
  expect(calls).toEqual(all)
  expect(html).not.toContain('aria-label="Chosen"')
})

test.each(['<script>run()</script>', '"><img src=x onerror=run()>', `$\{run()}`, "';run()//"])(
  'shows the search for %s as text',
  async (search) => {
    const encoded = encodeURIComponent(search)
    const html = await show(`/allParts?search=${encoded}&family=${encoded}`, [], {
      'X-Total-Count': '0',
    })
    expect(html).not.toMatch(/<script>run|<img src=x/)
    const escaped = search
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;')
    expect(field(html, 'name="search"')).toContain(`value="${escaped}"`)
    expect(html).toContain(`“${escaped}”`)
  },
)

/** Renders the page of an address whose list is answered so. */
async function show(url: string, parts: Part[], headers: Record<string, string>) {
  const { html } = await renderPage(url, async (path) => {
    calls.push(path)
    return path.startsWith('/api/families')
      ? Response.json(families)
      : Response.json(parts, { headers })
  })
  return html
}

/** The tag of the field that has this attribute. */
function field(html: string, attribute: string): string {
  return html.match(/<input [^>]*>/g)?.find((tag) => tag.includes(attribute)) ?? ''
}
