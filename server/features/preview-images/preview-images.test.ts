import { drawBrand } from '@freehub/drawings/draw'
import { characters } from '@freehub/drawings/font-data'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import catalog from '../../../dev/sample-data/catalog/parts.json' with { type: 'json' }
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { type PreviewedPart, renderPartPreview } from './part-preview-image.ts'
import { prepareForRaster } from './prepare-for-raster.ts'
import { rasterize } from './rasterize.ts'
import { renderShopPreview } from './shop-preview-image.ts'
import { measureText, removeMissingLetters, wrapText } from './text-layout.ts'

const chainring: PreviewedPart = {
  name: 'Chainring 44T, BCD 104',
  sku: 'FH-41000-1',
  family: 'Chainrings',
  priceDollars: 8.4,
  minimumOrder: 50,
  drawing: { figure: 'chainring', parameters: { teeth: 44 } },
}

let shop = await startTestShop()
afterAll(() => shop.close())

test('serves a preview image of 1200 × 630 for a part', async () => {
  await addDrawnPart('FH-41000-1')
  const { png, headers } = await fetchImage('/pictures/FH-41000-1.png')
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(png.length).toBeLessThan(60_000)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('cache-control')).toContain('max-age=')
})

test('serves a preview image of the shop', async () => {
  const { png } = await fetchImage('/pictures/freehub.png')
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(png.length).toBeLessThan(60_000)
})

test('responds with 304 if the client has the current preview image', async () => {
  const { headers } = await fetchImage('/pictures/freehub.png')
  const again = await fetch(`${shop.url}/pictures/freehub.png`, {
    headers: { 'if-none-match': headers.get('etag') as string },
  })
  expect(again.status).toBe(304)
})

test('responds with 404 for a deleted or unknown part', async () => {
  const id = await addDrawnPart('FH-41000-2')
  await shop.db.updateTable('parts').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  for (const file of ['FH-41000-2.png', 'FH-99999-9.png', 'passwd', '..%2f..%2fpackage.json']) {
    expect((await fetch(`${shop.url}/pictures/${file}`)).status).toBe(404)
  }
})

test('serves a new preview image after a price change', async () => {
  const id = await addDrawnPart('FH-41000-3')
  const before = await fetchImage('/pictures/FH-41000-3.png')
  await shop.db.updateTable('parts').set({ unit_price_cents: 999 }).where('id', '=', id).execute()
  const after = await fetchImage('/pictures/FH-41000-3.png')
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('renders preview images without text that needs a system font', () => {
  for (const svg of [
    renderPartPreview(chainring),
    renderShopPreview(),
    prepareForRaster(drawBrand('wheel')),
  ]) {
    expect(/<text|<title|font-family|@font-face|var\(/.exec(svg)).toBe(null)
  }
})

test('stores an outline for every letter of the catalog and the drawings', () => {
  for (const { name, family } of catalog) {
    expect(removeMissingLetters(name, '600')).toBe(name)
    expect(removeMissingLetters(family, '600')).toBe(family)
  }
  expect(removeMissingLetters(`A${characters}Ø`.replaceAll(' ', ''), '500')).toBe(
    `A${characters}Ø`.replaceAll(' ', ''),
  )
})

test('draws name and price in the preview image of a part', async () => {
  const png = await rasterize({ svg: renderPartPreview(chainring) })
  const withoutName = await rasterize({ svg: renderPartPreview({ ...chainring, name: '.' }) })
  const name = { left: 728, top: 120, width: 440, height: 200 }
  expect(await measureDarkness(png, name)).toBeGreaterThan(
    (await measureDarkness(withoutName, name)) + 2,
  )
  expect(
    await measureDarkness(png, { left: 728, top: 470, width: 300, height: 70 }),
  ).toBeGreaterThan(5)
})

test.each([
  ['markup', '<script>alert(1)</script> & "quotes" ]]>'],
  ['an entity', '&lt;&#0;&nbsp;&bogus;'],
  ['another script', 'دراجة هوائية سلسلة'],
  ['emoji', '🚲🔧 Chain 🔩'],
  ['control characters', 'Chain\u0000\u202e\ufffe\ud800'],
  ['120 letters without a space', 'W'.repeat(120)],
  ['a thousand words', 'chain '.repeat(1000)],
  ['no characters', ''],
])('renders a preview image for a name of %s', async (_, name) => {
  const png = await rasterize({ svg: renderPartPreview({ ...chainring, name, family: name }) })
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 })
  // The title area has ink, and the right margin has none.
  expect(
    await measureDarkness(png, { left: 728, top: 120, width: 440, height: 320 }),
  ).toBeGreaterThan(0.5)
  expect(await measureSpread(png, { left: 1160, top: 110, width: 40, height: 330 })).toBeLessThan(1)
})

test('shows the SKU if the font lacks the letters of the name', () => {
  const svg = renderPartPreview({ ...chainring, name: '自行车链条' })
  expect(svg === renderPartPreview({ ...chainring, name: chainring.sku })).toBe(true)
})

test('keeps accents that the font has and removes others', () => {
  expect(removeMissingLetters('Škoda  Kurbelgarnitur für Ü', '600')).toBe(
    'Škoda Kurbelgarnitur für Ü',
  )
  expect(removeMissingLetters('xe đạp ệ', '600')).toBe('xe đap e')
})

test('wraps text into lines of at most the given width', () => {
  const style = { size: 60, weight: '600' } as const
  for (const text of ['one two three four five six', 'M'.repeat(90), 'a '.repeat(50).trim()]) {
    const lines = wrapText(text, 300, style)
    expect(Math.max(...lines.map((line) => measureText(line, style)))).toBeLessThanOrEqual(300)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  }
})

test('serves /favicon.ico with an image of 32 pixels', async () => {
  const { png: ico, headers } = await fetchImage('/favicon.ico')
  expect(headers.get('content-type')).toBe('image/x-icon')
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const png = ico.subarray(ico.readUInt32LE(18))
  expect(png.length).toBe(ico.readUInt32LE(14))
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

test('serves an opaque touch icon of 180 pixels', async () => {
  const { png } = await fetchImage('/apple-touch-icon.png')
  expect(await sharp(png).metadata()).toMatchObject({ width: 180, height: 180 })
  expect((await sharp(png).stats()).isOpaque).toBe(true)
})

test('serves different preview images to concurrent requests', async () => {
  const skus = [1, 2, 3].map((n) => `FH-42000-${n}`)
  await Promise.all(skus.map(addDrawnPart))
  const all = await Promise.all(skus.map((sku) => fetchImage(`/pictures/${sku}.png`)))
  expect(new Set(all.map(({ png }) => png.toString('base64'))).size).toBe(3)
})

test('refuses preview images of parts but returns icons when the queue is full', async () => {
  shop = await shop.reopen({ PREVIEW_IMAGES_WAITING_MAX: '2' })
  const skus = Array.from({ length: 8 }, (_, n) => `FH-4300${n}-1`)
  await Promise.all(skus.map(addDrawnPart))
  const requests = skus.map((sku) => fetch(`${shop.url}/pictures/${sku}.png`))
  const favicon = fetch(`${shop.url}/favicon.ico`)
  const refused = (await Promise.all(requests)).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(skus.length - 2)
  for (const response of refused) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await response.json()).code).toBe('pictures_busy')
  }
  expect((await favicon).status).toBe(200)
  await fetchImage(`/pictures/${skus[0]}.png`)
  await fetchImage(`/pictures/${skus.at(-1)}.png`)
})

async function addDrawnPart(sku: string) {
  const id = await addPart(shop, { name: chainring.name })
  await shop.db
    .updateTable('parts')
    .set({ sku, drawing: JSON.stringify({ ...chainring.drawing, view: 'front' }) })
    .where('id', '=', id)
    .execute()
  return id
}

async function fetchImage(path: string) {
  const response = await fetch(shop.url + path)
  expect(response.status).toBe(200)
  return { png: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}

type Region = { left: number; top: number; width: number; height: number }

/** Returns how much darker a region is than the background, from 0 to 255. */
async function measureDarkness(png: Buffer, region: Region) {
  const [grey] = (await sharp(await toGrayscale(png, region)).stats()).channels
  return 245 - (grey?.mean ?? 0)
}

async function measureSpread(png: Buffer, region: Region) {
  const [grey] = (await sharp(await toGrayscale(png, region)).stats()).channels
  return grey?.stdev ?? 0
}

const toGrayscale = (png: Buffer, region: Region) =>
  sharp(png).extract(region).toColourspace('b-w').png().toBuffer()
