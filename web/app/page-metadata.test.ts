import type { Family, Part } from '@freehub/contract/catalog/parts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPart } from '../testing/part.ts'
import { renderPage, settings } from '../testing/render-page.ts'

const { origin } = settings

const part = createPart({
  description: 'Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets, pins 7.1 mm long.',
})
const hostilePart: Part = {
  ...part,
  _id: '01980000-0000-7000-8000-000000000002',
  name: `"/><script>alert(1)</script>${'W'.repeat(120)} דראבי 🚲`,
  description: '',
  img: 'https://maker.example/chain.jpg',
}
const partWithoutDetails: Part = {
  ...hostilePart,
  _id: '01980000-0000-7000-8000-000000000003',
  name: 'Cargo strap',
  // The drawing of another part.
  img: part.img,
}
const details = { attributes: {}, priceTiers: [], familySlug: 'chains', family: 'Chains' }
const families: Family[] = [
  { slug: 'chains', name: 'Chains', figure: 'chain', count: 1 },
  { slug: 'hubs', name: 'Hubs', figure: 'hub', count: 0 },
]

const responses: Record<string, unknown> = {
  '/parts': [part],
  '/reviews': [],
  '/api/rating': { average: 4.2, count: 1500, distribution: [] },
  '/api/families': families,
  [`/parts/${part._id}`]: part,
  [`/api/parts/${part._id}`]: { ...details, _id: part._id, sku: 'FH-10110-7' },
  [`/api/parts/${part._id}/relations`]: { fits: [], similar: [] },
  [`/parts/${hostilePart._id}`]: hostilePart,
  [`/api/parts/${hostilePart._id}`]: { ...details, _id: hostilePart._id, sku: null },
  [`/api/parts/${hostilePart._id}/relations`]: { fits: [], similar: [] },
  [`/parts/${partWithoutDetails._id}`]: partWithoutDetails,
  [`/api/parts/${partWithoutDetails._id}`]: {
    _id: partWithoutDetails._id,
    sku: null,
    attributes: {},
    priceTiers: [],
  },
  [`/api/parts/${partWithoutDetails._id}/relations`]: { fits: [], similar: [] },
}

async function respond(path: string): Promise<Response> {
  const body = responses[new URL(path, origin).pathname]
  if (body) return Response.json(body, { headers: { 'X-Total-Count': '1' } })
  const missing = { type: 'about:blank', title: 'Missing', status: 404, code: 'part_missing' }
  return Response.json(missing, { status: 404 })
}

interface Head {
  titles: string[]
  canonical: string[]
  /** Contents of the meta tags, by name or property. */
  metas: Record<string, string[]>
  html: string
}

async function readHead(url: string): Promise<Head> {
  const { html } = await renderPage(url, respond)
  const head = html.slice(0, html.indexOf('</head>'))
  const metas: Head['metas'] = {}
  for (const [, name = '', content = ''] of head.matchAll(
    /<meta (?:name|property)="([^"]*)" (?:media="[^"]*" )?content="([^"]*)"/g,
  )) {
    metas[name] = [...(metas[name] ?? []), decodeEntities(content)]
  }
  return {
    titles: [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = '']) =>
      decodeEntities(text),
    ),
    canonical: [...head.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href = '']) =>
      decodeEntities(href),
    ),
    metas,
    html,
  }
}

const decodeEntities = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** Indexable pages and their canonical URLs. */
const pages = {
  '/': '/',
  '/allParts': '/allParts',
  '/allParts?family=chains': '/allParts?family=chains',
  '/allParts?family=hubs': '/allParts?family=hubs',
  [`/allParts/${part._id}`]: `/allParts/${part._id}`,
  [`/allParts/${hostilePart._id}`]: `/allParts/${hostilePart._id}`,
  '/blogs': '/blogs',
  '/login': '/login',
}

describe.each(Object.entries(pages))('the page %s', (url, path) => {
  let head: Head
  beforeAll(async () => {
    head = await readHead(url)
  })

  test('has one title that ends with the shop’s name', () => {
    expect(head.titles).toHaveLength(1)
    expect(head.titles[0]).toMatch(/^.+ · Freehub$/)
  })

  test('has a description of 50 to 160 characters', () => {
    expect(head.metas.description).toHaveLength(1)
    const [description = ''] = head.metas.description ?? []
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
  })

  test('has one canonical URL and allows indexing', () => {
    expect(head.canonical).toEqual([origin + path])
    expect(head.metas.robots).toBeUndefined()
  })

  test('has each tag of a link preview once, with the preview image of the part', () => {
    const { metas } = head
    expect(metas['og:title']).toEqual([head.titles[0]?.replace(/ · Freehub$/, '')])
    expect(metas['og:description']).toEqual(metas.description)
    expect(metas['og:url']).toEqual(head.canonical)
    expect(metas['og:image']).toEqual([
      expect.stringMatching(/^https:\/\/freehub\.example\/pictures\/[\w-]+\.png$/),
    ])
    expect(metas['og:image:alt']).toEqual([expect.stringMatching(/^Drawing/)])
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
  '%s has one h1, one main element, and navigations with unique labels',
  async (url) => {
    const { html } = await readHead(url)
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.match(/<main[ >]/g)).toHaveLength(1)
    const names = (html.match(/<nav[^>]*>/g) ?? []).map(
      (nav) => /aria-label="([^"]+)"/.exec(nav)?.[1] ?? '',
    )
    expect(names).not.toContain('')
    expect(new Set(names).size).toBe(names.length)
  },
)

test.each(['/', `/allParts/${part._id}`])('%s contains the shop’s overall rating', async (url) => {
  const { html } = await readHead(url)
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*)/.exec(html) ?? []
  expect(data).toContain('"ratingValue":4.2,"reviewCount":1500')
})

test('the structured data of a part contains its offer, and a rating of the seller instead of the part', async () => {
  const { '@graph': graph } = readStructuredData((await readHead(`/allParts/${part._id}`)).html)
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
  const shop = readStructuredData((await readHead('/')).html)
  expect(shop['@id']).toBe(product.offers.seller['@id'])
})

test('a part without details shows no empty captions', async () => {
  const { html } = await readHead(`/allParts/${partWithoutDetails._id}`)
  expect(html).toContain('Book Now')
  for (const caption of [
    'Dimensions',
    'Volume pricing',
    'Packing and shipping',
    'Fits',
    'Part no.',
  ]) {
    expect(html).not.toContain(`>${caption}<`)
  }
  expect(html).not.toContain('Part number')
})

test('the parts list shows the count, or an empty state without a count', async () => {
  const respondWithParts = (parts: Part[]) => async (path: string) =>
    path.startsWith('/parts?')
      ? Response.json(parts, { headers: { 'X-Total-Count': String(parts.length) } })
      : path === '/api/families'
        ? Response.json(families.slice(0, 1))
        : respond(path)
  const listOfOne = await readMainText('/allParts', respondWithParts([part]))
  expect(listOfOne).toMatch(/\b1 part\b/)
  const emptyList = await readMainText('/allParts', respondWithParts([]))
  expect(emptyList).toContain('There are no parts in the catalog yet.')
  expect(emptyList).not.toMatch(/\b0\b/)
})

function readStructuredData(html: string) {
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)/.exec(html) ?? []
  return JSON.parse(json)
}

/** Returns the text of a page's main element. */
async function readMainText(url: string, fetch: (path: string) => Promise<Response>) {
  const { html } = await renderPage(url, fetch)
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return main.replaceAll('<!-- -->', '').replaceAll(/<[^>]*>/g, ' ')
}

test('all pages have different titles, descriptions and canonical URLs', async () => {
  const heads = await Promise.all(Object.keys(pages).map(readHead))
  for (const values of [
    heads.map(({ titles }) => titles[0]),
    heads.map(({ metas }) => metas.description?.[0]),
    heads.map(({ canonical }) => canonical[0]),
  ]) {
    expect(new Set(values).size).toBe(heads.length)
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
])('%s has the canonical URL %s', async (url, path) => {
  expect((await readHead(url)).canonical).toEqual([origin + path])
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
])('%s is not indexed', async (url) => {
  const head = await readHead(url)
  expect(head.metas.robots).toEqual(['noindex'])
  expect(head.canonical).toEqual([])
})

test('uses the part’s preview image if the part has a drawing, otherwise the shop’s', async () => {
  const drawn = await readHead(`/allParts/${part._id}`)
  expect(drawn.metas['og:image']).toEqual([`${origin}/pictures/FH-10110-7.png`])
  const external = await readHead(`/allParts/${hostilePart._id}`)
  expect(external.metas['og:image']).toEqual([`${origin}/pictures/freehub.png`])
})
