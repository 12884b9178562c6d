import type { Part } from '@freehub/contract/catalog/parts'
import { beforeEach, expect, test } from 'vitest'
import { createPart } from '../../../testing/part.ts'
import { renderPage } from '../../../testing/render-page.ts'

const part = createPart()
const families = [
  { slug: 'chains', name: 'Chains', figure: 'chain', count: 8 },
  { slug: 'pedals', name: 'Pedals', figure: 'pedal', count: 3 },
]

const details = {
  _id: part._id,
  sku: 'FH-10110-7',
  familySlug: 'chains',
  orderMultiple: 30,
  priceTiers: [{ fromQuantity: 600, price: 2.35 }],
  attributes: { speeds: [6, 7, 8], pin_length_mm: 7.1 },
}
const facets = [
  { name: 'speeds', values: [6, 9].map((value) => ({ value: String(value), count: 1 })) },
]

let calls: string[] = []
beforeEach(() => {
  calls = []
})

test('links a page past the end of the list to the first page, and keeps it out of search engines', async () => {
  const html = await renderParts(
    '/allParts?sort=price&after=01980000-0000-7000-8000-000000000001',
    [],
    {
      'X-Total-Count': '145',
    },
  )
  expect(html).toContain('There are no parts on this page.')
  expect(html).toContain('href="/allParts?sort=price"')
  expect(html).not.toContain('<ul class="cells">')
  expect(html).toContain('noindex')
})

test('fills in the search, the filters and the sort order of the URL', async () => {
  const html = await renderParts(
    '/allParts?search=chain&family=chains&available=true&priceTo=9.5&sort=price',
    [part],
    { 'X-Total-Count': '1' },
  )
  expect(findField(html, 'aria-label="Search parts"')).toContain('value="chain"')
  expect(findField(html, 'value="chains"')).toContain('checked')
  expect(findField(html, 'value="pedals"')).not.toContain('checked')
  expect(findField(html, 'name="available"')).toContain('checked')
  expect(findField(html, 'name="priceTo"')).toContain('value="9.5"')
  expect(html).toMatch(/<option value="price" selected="">/)
})

test('shows the parts of a family as rows with their dimensions', async () => {
  const html = await renderParts('/allParts?family=chains&attribute=speeds:9&view=list', [part], {
    'X-Total-Count': '1',
  })
  expect(calls).toContain(`/api/part-details?ids=${part._id}`)
  expect(html).toContain('>Pin length</th>')
  expect(html).toMatch(/>7\.1\smm<\/span><\/td>/)
  expect(html).toContain('$2.35 from\u00a0600')
  expect(findField(html, 'aria-label="Quantity: Holm chain')).toContain('value="60"')
  expect(findField(html, 'value="speeds:9"')).toContain('checked')
  expect(html).toContain('aria-label="Remove Speeds: 9"')
  expect(html).toMatch(/href="\/allParts\?family=chains&amp;attribute=speeds%3A9"[^>]*>.*Grid/)
  expect(html).not.toContain('<ul class="cells">')
})

test.each(['grid', 'list'])(
  'shows the SKU of the part in the %s, and none if it has only the drawing of another part',
  async (view) => {
    const render = (sku: string | null) =>
      renderParts(`/allParts?view=${view}`, [part], { 'X-Total-Count': '1' }, { ...details, sku })
    expect(await render('TR-1')).toMatch(/class="part-number">TR-1</)
    expect(await render(null)).not.toMatch(/part-number">[^<]/)
  },
)

test('states the correction of a misspelt search', async () => {
  const html = await renderParts('/allParts?search=chian', [part], {
    'X-Total-Count': '1',
    'X-Searched-For': 'chain',
  })
  expect(html).toContain('Showing results for “chain”.')
  expect(findField(html, 'aria-label="Search parts"')).toContain('value="chian"')
})

test('shows the lowest price and its quantity on a card', async () => {
  const html = await renderParts('/allParts', [part], { 'X-Total-Count': '1' })
  expect(html).toContain('<ul class="cells">')
  expect(html).toContain('$2.35 from\u00a0600')
})

test('shows the sentence of the description or the attribute that contains a searched word, if the card does not', async () => {
  const description = 'Four screws hold the ring on the spider. Sold with Chains of 12.7 mm pitch.'
  const render = (search: string, name: string) =>
    renderParts(`/allParts?search=${search}`, [{ ...part, name, description }], {
      'X-Total-Count': '1',
    })
  const html = await render('chain+for+sale', 'Varde bolt')
  expect(html).toMatch(/>Sold with <mark[^>]*>Chains<\/mark> of 12\.7\u00a0mm pitch\.</)
  expect(html).not.toContain('>Four screws')
  expect(await render('pins', 'Varde bolt')).toMatch(/><mark[^>]*>Pin<\/mark> length 7\.1\u00a0mm</)
  for (const [search, name] of [
    ['chains', 'Chain bolt'],
    ['screw', 'Varde bolt'],
    ['tyre', 'Varde bolt'],
  ] as const)
    expect(await render(search, name)).toContain('Four screws hold the ring on the spider.</p>')
})

test('explains empty results, shows a placeholder drawing of the family and links to all parts', async () => {
  const html = await renderParts('/allParts?search=sidecar&family=pedals', [], {
    'X-Total-Count': '0',
  })
  const results = html.slice(html.indexOf('id="parts"'))
  expect(results).toContain('No parts match “sidecar” and these filters.')
  expect(results).toContain('src="/drawings/house/phantom-pedal.svg"')
  expect(results).toMatch(/<a [^>]*href="\/allParts"[^>]*>Show All Parts</)
})

test('states more than 500 matches of a search only with a filter by attribute', async () => {
  const headers = { 'X-Total-Count': '700' }
  const url = '/allParts?search=chain&family=chains'
  expect(await renderParts(url, [part], headers)).toContain('500 parts or more')
  expect(await renderParts(`${url}&attribute=speeds:9`, [part], headers)).toContain('700 parts')
})

test('ignores invalid filters in the URL', async () => {
  await renderParts('/allParts', [part], { 'X-Total-Count': '1' })
  const all = calls
  calls = []
  const html = await renderParts(
    '/allParts?family=../x,%00&available=maybe&priceFrom=cheap&priceTo=-1&sort=luck&after=nobody',
    [part],
    { 'X-Total-Count': '1' },
  )
  expect(calls).toEqual(all)
  expect(html).not.toContain('aria-label="Active filters"')
})

test.each(['<script>run()</script>', '"><img src=x onerror=run()>', `$\{run()}`, "';run()//"])(
  'shows the search for %s as text',
  async (search) => {
    const encoded = encodeURIComponent(search)
    const html = await renderParts(`/allParts?search=${encoded}&family=${encoded}`, [], {
      'X-Total-Count': '0',
    })
    expect(html).not.toMatch(/<script>run|<img src=x/)
    const escaped = search
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;')
    expect(findField(html, 'aria-label="Search parts"')).toContain(`value="${escaped}"`)
    expect(html).toContain(`“${escaped}”`)
  },
)

/** Renders the page of a URL, with these responses for its list of parts and their details. */
async function renderParts(
  url: string,
  parts: Part[],
  headers: Record<string, string>,
  partDetails: object = details,
) {
  const { html } = await renderPage(url, async (path) => {
    calls.push(path)
    if (path.startsWith('/api/families')) return Response.json(families)
    if (path.startsWith('/api/facets')) return Response.json(facets)
    if (path.startsWith('/api/part-details')) return Response.json([partDetails])
    return Response.json(parts, { headers })
  })
  return html
}

function findField(html: string, attribute: string): string {
  return html.match(/<input [^>]*>/g)?.find((tag) => tag.includes(attribute)) ?? ''
}
