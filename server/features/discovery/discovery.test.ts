import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { addPart, addParts } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'

let shop = await startTestShop({ maxPartsPerSitemapFile: 3 })
await shop.db
  .insertInto('families')
  .values([
    { code: '01', name: 'Chains & <links>' },
    { code: '02', name: 'Nothing yet' },
  ])
  .execute()
afterAll(() => shop.close())

const read = async (path: string) => {
  const response = await fetch(shop.url + path)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

const listLocations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)

test('allows crawlers to read the public pages, and links to the sitemap', async () => {
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

test('the sitemap lists the public pages, the families with parts, and each part on sale once', async () => {
  const id = await addPart(shop, { name: '<script>&"' })
  await shop.db
    .updateTable('parts')
    .set({
      family_code: '01',
      sku: 'FH-19001-1',
      drawing: '{"figure":"chain","view":"side","parameters":{}}',
    })
    .where('id', '=', id)
    .execute()
  const { text, type } = await read('/sitemap.xml')
  const { origin } = shop.config
  expect(type).toMatch('application/xml')
  expect(listLocations(text)).toEqual([
    `${origin}/`,
    `${origin}/allParts`,
    `${origin}/blogs`,
    `${origin}/allParts?family=chains-links`,
    `${origin}/allParts/${id}`,
  ])
  expect(text).toContain(`${origin}/pictures/FH-19001-1.png`)
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /)
  expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/)
})

test('splits the sitemap of a larger catalog into several files, without deleted parts', async () => {
  const ids = await addParts(shop, 7)
  const deletedId = ids.splice(1, 1)[0] as string
  await deleteInOtherProcess(deletedId)
  const index = await waitForText('/sitemap.xml', (text) => text.includes('<sitemapindex'))
  const files = listLocations(index) as string[]
  expect(files[0]).toBe(`${shop.config.origin}/sitemaps/pages.xml`)
  expect(files.length).toBe(4)

  const listed: string[] = []
  for (const file of files) {
    const { status, text } = await read(new URL(file).pathname)
    expect(status).toBe(200)
    expect(listLocations(text).length).toBeGreaterThan(0)
    listed.push(...(listLocations(text) as string[]))
  }
  expect(new Set(listed).size).toBe(listed.length)
  for (const id of ids) expect(listed).toContain(`${shop.config.origin}/allParts/${id}`)
  expect(listed.join()).not.toContain(deletedId)
})

test('responds with 404 for an empty or unknown sitemap file', async () => {
  for (const name of ['parts-99', 'parts-0', 'parts-1000000000', 'parts--1', 'orders', '']) {
    expect((await read(`/sitemaps/${name}.xml`)).status).toBe(404)
  }
})

test('lists icons in the manifest that exist and have the stated sizes', async () => {
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

test('uses the public URL in robots.txt and sitemaps', async () => {
  const reopened = await shop.reopen({ PUBLIC_URL: 'https://parts.example' })
  shop = reopened
  expect((await read('/robots.txt')).text).toContain('Sitemap: https://parts.example/sitemap.xml')
  expect(listLocations((await read('/sitemaps/pages.xml')).text)[0]).toBe('https://parts.example/')
})

/** Deletes a part and sends the notification that another process would send. */
async function deleteInOtherProcess(id: string) {
  await shop.db.updateTable('parts').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await sql`select pg_notify('parts_changed', ${`another ${id}`})`.execute(shop.db)
}

/** Waits until the text at a path is as expected, because caches may be outdated for a second. */
async function waitForText(path: string, isExpected: (text: string) => boolean) {
  await expect.poll(async () => isExpected((await read(path)).text)).toBe(true)
  return (await read(path)).text
}
