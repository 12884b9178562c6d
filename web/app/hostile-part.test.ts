import type { PartDetails, PartRelations } from '@freehub/contract/catalog/parts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPart } from '../testing/part.ts'
import { renderPage } from '../testing/render-page.ts'

const hostile = [
  '</script><script>alert(1)</script>',
  '</title></head><body onload=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '<!--<script>',
  '&lt;b&gt; &amp;amp;',
  'one\u2028two\u2029three',
  '\u202eright to left\u202c עברית',
  '😀👩‍🔧',
  'W'.repeat(300),
].join(' ')

const part = createPart({
  name: hostile,
  description: hostile,
  img: `https://maker.example/${hostile}`,
})
const details: PartDetails = {
  _id: part._id,
  sku: hostile,
  family: hostile,
  familySlug: 'chains',
  supersedes: hostile,
  hsCode: hostile,
  priceTiers: [],
  orderMultiple: 10,
  packSize: 10,
  cartonSize: 50,
  weightGrams: 305,
  leadTimeDays: 21,
  attributes: { [hostile]: hostile, material: hostile, teeth: [hostile, 11] },
}
const relations: PartRelations = {
  fits: [
    {
      name: hostile,
      role: 'needs',
      why: hostile,
      sizes: [hostile],
      allNeeded: false,
      note: hostile,
      standard: hostile,
      counterpart: hostile,
      parts: [{ ...part, _id: '01980000-0000-7000-8000-000000000002' }],
      count: 2,
    },
  ],
  similar: [{ ...part, _id: '01980000-0000-7000-8000-000000000003' }],
}
const facets = [{ name: hostile, values: [{ value: hostile, count: 1 }] }]
const reviews = [{ _id: part._id, name: hostile, ratting: 5, comment: hostile }]
const families = [{ slug: 'chains', name: hostile, figure: hostile, count: 1 }]

/** Responds to public calls with hostile text in every text field. */
async function respond(path: string): Promise<Response> {
  const { pathname } = new URL(path, 'http://shop')
  const body = {
    '/parts': [part],
    '/reviews': reviews,
    '/api/rating': { average: 5, count: 1, distribution: [{ stars: 5, count: 1 }] },
    '/api/families': families,
    '/api/facets': facets,
    '/api/part-details': [details],
    [`/parts/${part._id}`]: part,
    [`/api/parts/${part._id}`]: details,
    [`/api/parts/${part._id}/relations`]: relations,
  }[pathname]
  return Response.json(body, { headers: { 'X-Total-Count': '1' } })
}

describe.each(['/', '/allParts', `/allParts/${part._id}`])('hostile text on %s', (url) => {
  let html = ''

  beforeAll(async () => {
    const page = await renderPage(url, respond)
    expect(page).toMatchObject({ status: 200, cacheable: true })
    html = page.html
  })

  test('creates no element and no attribute', () => {
    expect(html.match(/<img src=x|<script>|<body on|<!--<s/gi)).toBeNull()
    expect(html.match(/<\/(title|head|body)>/g)).toEqual(['</title>', '</head>', '</body>'])
    expect(html.match(/<\/script>/g)).toHaveLength(findDataScripts(html).length)
  })

  test('is shown as text', () => {
    expect(html.includes('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')).toBe(true)
    expect(html.includes('&amp;lt;b&amp;gt; &amp;amp;amp;')).toBe(true)
  })

  test('stays unchanged in the embedded data', () => {
    const [data] = findDataScripts(html).filter(({ id }) => id === 'query-data')
    expect(data?.json.includes('<')).toBe(false)
    const parsed = JSON.stringify(JSON.parse(data?.json ?? ''))
    expect(parsed.includes(JSON.stringify(hostile))).toBe(true)
  })
})

test('hostile text is unchanged in the structured data of a part', async () => {
  const { html } = await renderPage(`/allParts/${part._id}`, respond)
  const [productData] = findDataScripts(html).filter(({ type }) => type === 'application/ld+json')
  expect(/[<\u2028\u2029]/.test(productData?.json ?? '')).toBe(false)
  expect(JSON.parse(productData?.json ?? '')['@graph'][0]).toMatchObject({
    name: hostile,
    description: hostile,
    sku: hostile,
    category: hostile,
  })
})

test('responds with 404 for a deleted part and an unknown path', async () => {
  const missing = Response.json({ title: 'No such part.', code: 'part_missing' }, { status: 404 })
  const fetch = async () => missing.clone()
  const deleted = await renderPage(`/allParts/${part._id}`, fetch)
  expect(deleted.status).toBe(404)
  expect(deleted.html).toContain('Part Not Found')
  expect(deleted.html).toContain(JSON.stringify([['parts', part._id], null]))
  for (const url of ['/page-not-found', '/allParts/no-id']) {
    const unknown = await renderPage(url, fetch)
    expect(unknown.status).toBe(404)
    expect(unknown.html).toContain('Page Not Found')
  }
})

/** Returns the data scripts of a page, delimited as a browser does. */
function findDataScripts(html: string) {
  return [...html.matchAll(/<script type="([^"]+)"(?: id="([^"]+)")?>([\s\S]*?)<\/script>/g)].map(
    ([, type, id, json = '']) => ({ type, id, json }),
  )
}
