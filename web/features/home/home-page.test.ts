import { beforeAll, expect, test } from 'vitest'
import { createPart } from '../../testing/part.ts'
import { renderPage } from '../../testing/render-page.ts'
import { validateContactMessage } from './contact.tsx'

const parts = [1, 2, 3, 4, 5, 6].map((n) =>
  createPart({
    _id: `01980000-0000-7000-8000-00000000000${n}`,
    name: `Chain ${n}`,
    img: `/drawings/FH-1011${n}-0.svg`,
    price: n + 0.5,
  }),
)
const reviews = [
  { _id: parts[0]?._id, name: 'Mei L., Tainan', ratting: 4, comment: 'Straight spokes.' },
]
const families = ['chains', 'cassettes', 'chainrings', 'hubs', 'rims'].map((slug) => ({
  slug,
  name: `All ${slug}`,
  figure: 'chain',
  count: 8,
}))
const rating = {
  average: 4.2,
  count: 15_000,
  distribution: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 1000 * stars })),
}
const responses: Record<string, unknown> = {
  '/parts?size=6': parts,
  '/reviews?size=6': reviews,
  '/api/families': families,
  '/api/rating': rating,
}

let html = ''
/** Text content of the page. */
let text = ''

beforeAll(async () => {
  html = await renderMain('/')
  text = extractText(html)
})

test('has the heading Bicycle Parts and links to the parts list', () => {
  expect(html).toContain('<h1>Bicycle Parts</h1>')
  expect(html).toMatch(/<a [^>]*href="\/allParts"[^>]*>Get Started</)
  expect(html).toMatch(/<a [^>]*href="\/allParts"[^>]*>Show All</)
})

test('links to the first three families and to all families above the statistics', () => {
  const links = /<a [^>]*href="(\/allParts[^"]*)"[^>]*>(All [^<]+)<\/a><\/dt><dd>([^<]+)</g
  const hero = html.slice(0, html.indexOf('Millions Trust'))
  expect([...hero.matchAll(links)].map((match) => match.slice(1))).toEqual([
    ...families.slice(0, 3).map(({ slug, name }) => [`/allParts?family=${slug}`, name, '8 parts']),
    ['/allParts', 'All 5 families', '40 parts'],
  ])
})

test('shows no other cells above the statistics until the families have loaded', async () => {
  const page = await renderPage('/', async (path) =>
    path === '/api/families' ? new Response(null, { status: 503 }) : Response.json(responses[path]),
  )
  expect(page.html).toContain('Millions Trust')
  expect(page.html).not.toContain('Chainring</dt>')
})

test('shows five statistics, each with the note that it is more than last year', () => {
  expect(text).toContain('Millions Trust Our Products')
  for (const figure of [
    '65 production countries',
    '22.6K total feedbacks',
    '34% market share',
    '43.3K+ customers',
    '16% company growth',
  ]) {
    expect(text).toContain(`${figure} more than last year`)
  }
})

test('shows six parts with their drawings, their prices in dollars and a Book Now link', () => {
  const cells = html.match(/<li class="cell".*?<\/li>/gs) ?? []
  expect(cells).toHaveLength(6)
  for (const [index, part] of parts.entries()) {
    const cell = cells[index] ?? ''
    expect(extractText(cell)).toMatch(
      new RegExp(`^${part.name} .* \\$${index + 1}\\.50 per unit Add 50 to Cart Book Now$`),
    )
    expect(cell).toContain(`alt="Drawing: ${part.name}"`)
    expect(cell).toContain(`src="${part.img}"`)
    expect(cell).toMatch(new RegExp(`<a [^>]*href="/purchase/${part._id}"[^>]*>Book Now<`))
  }
})

test('states the founding year and the worldwide export in the welcome text', () => {
  expect(text).toMatch(/Welcome to Freehub .*since 1994.*export them worldwide/)
  expect(html).toMatch(/<a [^>]*href="\/#contact-us"[^>]*>Contact Us</)
})

test('shows reviews with stars, text and name, and the number of reviews for each rating', () => {
  expect(html).toMatch(/aria-label="4 of 5 stars"/)
  expect(text).toContain('Straight spokes. Mei L., Tainan')
  const rows = html.slice(html.indexOf('class="distribution"')).match(/<li>.*?<\/li>/gs) ?? []
  expect(rows.slice(0, 5).map(extractText)).toEqual(
    [5, 4, 3, 2, 1].map((stars) => expect.stringContaining(`${stars},000 of 15,000 reviews`)),
  )
})

test('embeds the data of the page, so that the browser does not load them', async () => {
  expect(text).not.toContain('Loading')
  const { html: document } = await renderRoute('/')
  const data = /id="query-data">([^<]*)/.exec(document)?.[1] ?? ''
  expect(JSON.parse(data)).toContainEqual([['parts', { size: 6 }], parts])
})

test('serves the same page at /home', async () => {
  expect(await renderMain('/home')).toBe(html)
})

async function renderMain(url: string): Promise<string> {
  const { html: document } = await renderRoute(url)
  return document.slice(document.indexOf('<main'), document.indexOf('</main>'))
}

function renderRoute(url: string) {
  return renderPage(url, async (path) => Response.json(responses[path]))
}

function extractText(markup: string): string {
  return markup
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('returns an error for each empty field of a message', () => {
  expect(validateContactMessage({ name: ' ', email: '', comment: '' })).toEqual({
    name: 'Name required',
    email: 'Email required',
    comment: 'Please Comment',
  })
})

test('rejects a message with an incomplete email address', () => {
  const message = { name: 'A', email: 'workshop@', comment: 'Hello' }
  expect(validateContactMessage(message)).toEqual({ email: 'Provide a valid email' })
  expect(validateContactMessage({ ...message, email: ' a@b.example ' })).toEqual({})
})
