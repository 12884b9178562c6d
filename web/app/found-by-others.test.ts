import type { Family, Part } from '@freehub/contract/catalog/parts'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderPage, settings } from '../testing/render-page.ts'

const { origin } = settings

const part: Part = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Holm chain, 6/7/8-speed, 116 links',
  description: 'Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets, pins 7.1 mm long.',
  img: '/drawings/FH-10110-7.svg',
  price: 2.68,
  availableQuantity: 8400,
  minimumOrder: 50,
}
const strange: Part = {
  ...part,
  _id: '01980000-0000-7000-8000-000000000002',
  name: `"/><script>alert(1)</script>${'W'.repeat(120)} דראבי 🚲`,
  description: '',
  img: 'https://maker.example/chain.jpg',
}
const added: Part = { ...strange, _id: '01980000-0000-7000-8000-000000000003', name: 'Cargo strap' }
const details = { attributes: {}, priceTiers: [], familySlug: 'chains', family: 'Chains' }
const families: Family[] = [
  { slug: 'chains', name: 'Chains', figure: 'chain', count: 1 },
  { slug: 'hubs', name: 'Hubs', figure: 'hub', count: 0 },
]

const known: Record<string, unknown> = {
  '/parts': [part],
  '/reviews': [],
  '/api/rating': { average: 4.2, count: 1500, distribution: [] },
  '/api/families': families,
  [`/parts/${part._id}`]: part,
  [`/api/parts/${part._id}`]: { ...details, _id: part._id, sku: 'FH-10110-7' },
  [`/api/parts/${part._id}/relations`]: { fits: [], similar: [] },
  [`/parts/${strange._id}`]: strange,
  [`/api/parts/${strange._id}`]: { ...details, _id: strange._id, sku: null },
  [`/api/parts/${strange._id}/relations`]: { fits: [], similar: [] },
  [`/parts/${added._id}`]: added,
  [`/api/parts/${added._id}`]: { _id: added._id, sku: null, attributes: {}, priceTiers: [] },
  [`/api/parts/${added._id}/relations`]: { fits: [], similar: [] },
}

async function answer(path: string): Promise<Response> {
  const found = known[new URL(path, origin).pathname]
  if (found) return Response.json(found, { headers: { 'X-Total-Count': '1' } })
  const missing = { type: 'about:blank', title: 'Missing', status: 404, code: 'part_missing' }
  return Response.json(missing, { status: 404 })
}

interface Head {
  titles: string[]
  canonical: string[]
  /** The contents of the metas of each name or property. */
  metas: Record<string, string[]>
  html: string
}

async function headOf(url: string): Promise<Head> {
  const { html } = await renderPage(url, answer)
  const head = html.slice(0, html.indexOf('</head>'))
  const metas: Head['metas'] = {}
  for (const [, name = '', content = ''] of head.matchAll(
    /<meta (?:name|property)="([^"]*)" (?:media="[^"]*" )?content="([^"]*)"/g,
  )) {
    metas[name] = [...(metas[name] ?? []), plain(content)]
  }
  return {
    titles: [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = '']) => plain(text)),
    canonical: [...head.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href = '']) =>
      plain(href),
    ),
    metas,
    html,
  }
}

const plain = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** Every page that search engines may show, and its one address. */
const pages = {
  '/': '/',
  '/allParts': '/allParts',
  '/allParts?family=chains': '/allParts?family=chains',
  '/allParts?family=hubs': '/allParts?family=hubs',
  [`/allParts/${part._id}`]: `/allParts/${part._id}`,
  [`/allParts/${strange._id}`]: `/allParts/${strange._id}`,
  '/blogs': '/blogs',
  '/login': '/login',
}

describe.each(Object.entries(pages))('the page %s', (url, address) => {
  let head: Head
  beforeAll(async () => {
    head = await headOf(url)
  })

  test('has one title, with the name of the shop', () => {
    expect(head.titles).toHaveLength(1)
    expect(head.titles[0]).toMatch(/^.+ · Freehub$/)
  })

  test('is described in 50 to 160 characters', () => {
    expect(head.metas.description).toHaveLength(1)
    const [description = ''] = head.metas.description ?? []
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
  })

  test('says its one address, and may be found', () => {
    expect(head.canonical).toEqual([origin + address])
    expect(head.metas.robots).toBeUndefined()
  })

  test('has a preview with a picture, each word once', () => {
    const { metas } = head
    expect(metas['og:title']?.[0]).toBe(head.titles[0]?.replace(/ · Freehub$/, ''))
    expect(metas['og:description']).toEqual(metas.description)
    expect(metas['og:url']).toEqual(head.canonical)
    expect(metas['og:image']?.[0]).toMatch(/^https:\/\/freehub\.example\/pictures\/[\w-]+\.png$/)
    expect(metas['og:image:alt']?.[0]).toMatch(/^Drawing/)
    expect(metas['og:image:width']).toEqual(['1200'])
    expect(metas['og:image:height']).toEqual(['630'])
    expect(metas['og:type']).toEqual(['website'])
    expect(metas['og:site_name']).toEqual(['Freehub'])
    expect(metas['og:locale']).toEqual(['en_US'])
    expect(metas['twitter:card']).toEqual(['summary_large_image'])
  })

  test('has icons and a manifest', () => {
    expect(head.html).toContain('<link rel="icon" type="image/svg+xml"')
    expect(head.html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">')
    expect(head.html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  })
})

test.each([...Object.keys(pages), '/login/forgot', '/no-such-page'])(
  '%s has one heading, one main part, and navigations with names of their own',
  async (url) => {
    const { html } = await headOf(url)
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.match(/<main[ >]/g)).toHaveLength(1)
    const names = (html.match(/<nav[^>]*>/g) ?? []).map(
      (nav) => /aria-label="([^"]+)"/.exec(nav)?.[1] ?? '',
    )
    expect(names).not.toContain('')
    expect(new Set(names).size).toBe(names.length)
  },
)

test.each(['/', `/allParts/${part._id}`])('%s says how all reviews rate the shop', async (url) => {
  const { html } = await headOf(url)
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*)/.exec(html) ?? []
  expect(data).toContain('"ratingValue":4.2,"reviewCount":1500')
})

test('the structured data of a part states its offer, and rates the shop that sells it, not the part', async () => {
  const { '@graph': graph } = structuredData((await headOf(`/allParts/${part._id}`)).html)
  const [product, crumbs] = graph
  expect(product).toMatchObject({
    '@type': 'Product',
    name: part.name,
    sku: 'FH-10110-7',
    url: `${origin}/allParts/${part._id}`,
    offers: { price: '2.68', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  expect(product).not.toHaveProperty('aggregateRating')
  expect(product.offers.seller.aggregateRating).toMatchObject({ reviewCount: 1500 })
  expect(crumbs.itemListElement).toHaveLength(3)
  const shop = structuredData((await headOf('/')).html)
  expect(shop['@id']).toBe(product.offers.seller['@id'])
})

test('a part that staff added has no empty captions', async () => {
  const { html } = await headOf(`/allParts/${added._id}`)
  expect(html).toContain('Book Now')
  for (const caption of ['Dimensions', 'Price steps', 'Packing and shipping', 'Fits', 'Part no.']) {
    expect(html).not.toContain(`>${caption}<`)
  }
})

test('a catalogue counts its parts, and one without parts says so and counts nothing', async () => {
  const count = (parts: Part[]) => async (path: string) =>
    path.startsWith('/parts?')
      ? Response.json(parts, { headers: { 'X-Total-Count': String(parts.length) } })
      : path === '/api/families'
        ? Response.json(families.slice(0, 1))
        : answer(path)
  const one = await mainOf('/allParts', count([part]))
  expect(one).toMatch(/\b1 part\b/)
  const none = await mainOf('/allParts', count([]))
  expect(none).toContain('There are no parts in the catalogue yet.')
  expect(none).not.toMatch(/\b0\b/)
})

function structuredData(html: string) {
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)/.exec(html) ?? []
  return JSON.parse(json)
}

/** Returns the text of a page's main element. */
async function mainOf(url: string, fetch: (path: string) => Promise<Response>) {
  const { html } = await renderPage(url, fetch)
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return main.replaceAll('<!-- -->', '').replaceAll(/<[^>]*>/g, ' ')
}

test('no two pages have the same title, description or address', async () => {
  const heads = await Promise.all(Object.keys(pages).map(headOf))
  for (const told of [
    heads.map(({ titles }) => titles[0]),
    heads.map(({ metas }) => metas.description?.[0]),
    heads.map(({ canonical }) => canonical[0]),
  ]) {
    expect(new Set(told).size).toBe(heads.length)
  }
})

test.each([
  ['/home', '/'],
  [`/?after=${part._id}`, '/'],
  ['/allParts?sort=price', '/allParts'],
  ['/allParts?available=true&priceFrom=1&priceTo=9', '/allParts'],
  ['/allParts?family=hubs,chains', '/allParts'],
  ['/allParts?family=nothing', '/allParts'],
  ['/allParts?sort=name&family=chains', '/allParts?family=chains'],
  [`/allParts?sort=price&after=${part._id}`, `/allParts?after=${part._id}`],
  [`/allParts?family=chains&after=${part._id}`, `/allParts?family=chains&after=${part._id}`],
  ['/login?from=provider', '/login'],
])('%s is the page %s', async (url, address) => {
  expect((await headOf(url)).canonical).toEqual([origin + address])
})

test.each([
  '/allParts?search=chain',
  '/allParts?search=chain&family=chains',
  '/no-such-page',
  '/allParts/01980000-0000-7000-8000-00000000000f',
  '/login/forgot',
  '/login/code',
  '/confirm-email?token=x',
  '/dashboard',
  `/purchase/${part._id}`,
])('%s is not for search engines', async (url) => {
  const head = await headOf(url)
  expect(head.metas.robots).toEqual(['noindex'])
  expect(head.canonical).toEqual([])
})

test('a part that the shop draws has its own picture, another the picture of the shop', async () => {
  const drawn = await headOf(`/allParts/${part._id}`)
  expect(drawn.metas['og:image']).toEqual([`${origin}/pictures/FH-10110-7.png`])
  const foreign = await headOf(`/allParts/${strange._id}`)
  expect(foreign.metas['og:image']).toEqual([`${origin}/pictures/freehub.png`])
})
