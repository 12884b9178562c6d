import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPart, addParts } from '../../../tests/support/shop/parts.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ partsInSitemap: 3 })
  await shop.db
    .insertInto('families')
    .values([
      { code: '01', name: 'Chains & <links>' },
      { code: '02', name: 'Nothing yet' },
    ])
    .execute()
})
afterAll(() => shop.close())

const read = async (path: string) => {
  const answer = await fetch(shop.url + path)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)

test('robots may read what is public, and are told where the sitemap is', async () => {
  const { text, type } = await read('/robots.txt')
  expect(type).toMatch('text/plain')
  const lines = text.trim().split('\n')
  expect(lines).toContain('User-agent: *')
  expect(lines).toContain('Disallow: /dashboard')
  expect(lines).toContain('Disallow: /purchase/')
  expect(lines).toContain('Disallow: /api/')
  expect(lines).toContain(`Sitemap: ${shop.config.origin}/sitemap.xml`)
  expect(text).not.toMatch(/Disallow: \/(drawings|pictures|assets|allParts)?\n/)
})

test('the sitemap names the public pages, the families with parts and each part on sale once', async () => {
  const id = await addPart(shop, { name: '<script>&"' })
  await shop.db
    .updateTable('parts')
    .set({
      family_code: '01',
      sku: 'FH-1&<>',
      drawing: '{"figure":"chain","view":"side","parameters":{}}',
    })
    .where('id', '=', id)
    .execute()
  const { text, type } = await read('/sitemap.xml')
  const { origin } = shop.config
  expect(type).toMatch('application/xml')
  expect(locations(text)).toEqual([
    `${origin}/`,
    `${origin}/allParts`,
    `${origin}/blogs`,
    `${origin}/allParts?family=chains-links`,
    `${origin}/allParts/${id}`,
  ])
  expect(text).toContain(`${origin}/pictures/FH-1%26%3C%3E.png`)
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /)
  expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/)
})

test('a larger catalogue has an index of several files, without parts that are deleted', async () => {
  const ids = await addParts(shop, 7)
  const gone = ids.splice(1, 1)[0] as string
  await deleteElsewhere(gone)
  const index = await newer('/sitemap.xml', (text) => text.includes('<sitemapindex'))
  const files = locations(index) as string[]
  expect(files[0]).toBe(`${shop.config.origin}/sitemaps/pages.xml`)
  expect(files.length).toBe(4)

  const named: string[] = []
  for (const file of files) {
    const { status, text } = await read(new URL(file).pathname)
    expect(status).toBe(200)
    expect(locations(text).length).toBeGreaterThan(0)
    named.push(...(locations(text) as string[]))
  }
  expect(new Set(named).size).toBe(named.length)
  for (const id of ids) expect(named).toContain(`${shop.config.origin}/allParts/${id}`)
  expect(named.join()).not.toContain(gone)
})

test('a file of the sitemap that would be empty is not there', async () => {
  for (const name of ['parts-99', 'parts-0', 'parts-1000000000', 'parts--1', 'orders', '']) {
    expect((await read(`/sitemaps/${name}.xml`)).status).toBe(404)
  }
})

test('the manifest names the shop, and each of its icons is there in its size', async () => {
  const { text, type } = await read('/manifest.webmanifest')
  expect(type).toMatch('application/manifest+json')
  const manifest = JSON.parse(text)
  expect(manifest).toMatchObject({ name: 'Freehub', short_name: 'Freehub', start_url: '/' })
  expect(manifest.description.length).toBeGreaterThan(20)
  const purposes = manifest.icons.map((icon: { purpose: string }) => icon.purpose)
  expect(purposes).toContain('maskable')
  for (const { src, sizes } of manifest.icons) {
    const png = Buffer.from(await (await fetch(shop.url + src)).arrayBuffer())
    const { format, width, height } = await sharp(png).metadata()
    expect(format).toBe('png')
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('addresses begin with the public one where the shop has it', async () => {
  const open = await shop.reopen({ PUBLIC_URL: 'https://parts.example' })
  shop = open
  expect((await read('/robots.txt')).text).toContain('Sitemap: https://parts.example/sitemap.xml')
  expect(locations((await read('/sitemaps/pages.xml')).text)[0]).toBe('https://parts.example/')
})

/** As another process of the shop deletes a part, and tells it. */
async function deleteElsewhere(id: string) {
  await shop.db.updateTable('parts').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await sql`select pg_notify('parts_changed', ${`another ${id}`})`.execute(shop.db)
}

/** What an address says once it says something new: lists may lag by a second. */
async function newer(path: string, wanted: (text: string) => boolean) {
  await expect.poll(async () => wanted((await read(path)).text)).toBe(true)
  return (await read(path)).text
}
