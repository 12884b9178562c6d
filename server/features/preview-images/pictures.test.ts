import { drawHouse } from '@freehub/drawings/draw'
import { letters } from '@freehub/drawings/lettering'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import catalogue from '../../../dev/sample-data/catalogue/parts.json' with { type: 'json' }
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { forRaster } from './for-raster.ts'
import { letterable, linesOf, widthOf } from './letters.ts'
import { type PicturedPart, partPicture } from './part-picture.ts'
import { rasterOf } from './raster.ts'
import { shopPicture } from './shop-picture.ts'

const chainring: PicturedPart = {
  name: 'Chainring 44T, BCD 104',
  sku: 'FH-41000-1',
  family: 'Chainrings',
  priceDollars: 8.4,
  minimumOrder: 50,
  drawing: { figure: 'chainring', parameters: { teeth: 44 } },
}

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

test('a part has a picture of 1200 × 630 to stand beside a link to it', async () => {
  await addDrawnPart('FH-41000-1')
  const { png, headers } = await fetched('/pictures/FH-41000-1.png')
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(png.length).toBeLessThan(60_000)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('cache-control')).toContain('max-age=')
})

test('the shop has a picture of its own', async () => {
  const { png } = await fetched('/pictures/freehub.png')
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(png.length).toBeLessThan(60_000)
})

test('whoever has a picture is not sent it again', async () => {
  const { headers } = await fetched('/pictures/freehub.png')
  const again = await fetch(`${shop.url}/pictures/freehub.png`, {
    headers: { 'if-none-match': headers.get('etag') as string },
  })
  expect(again.status).toBe(304)
})

test('a part that is no longer sold, or never was, has no picture', async () => {
  const id = await addDrawnPart('FH-41000-2')
  await shop.db.updateTable('parts').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  for (const file of ['FH-41000-2.png', 'FH-99999-9.png', 'passwd', '..%2f..%2fpackage.json']) {
    expect((await fetch(`${shop.url}/pictures/${file}`)).status).toBe(404)
  }
})

test('a picture shows the new price as soon as it is asked for again', async () => {
  const id = await addDrawnPart('FH-41000-3')
  const before = await fetched('/pictures/FH-41000-3.png')
  await shop.db.updateTable('parts').set({ unit_price_cents: 999 }).where('id', '=', id).execute()
  const after = await fetched('/pictures/FH-41000-3.png')
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('no letter is left to the fonts of the machine', () => {
  for (const svg of [partPicture(chainring), shopPicture(), forRaster(drawHouse('wheel'))]) {
    expect(/<text|<title|font-family|@font-face|var\(/.exec(svg)).toBe(null)
  }
})

test('every letter of the catalogue and of the drawings can be drawn', () => {
  for (const { name, family } of catalogue) {
    expect(letterable(name, '600')).toBe(name)
    expect(letterable(family, '600')).toBe(family)
  }
  expect(letterable(`A${letters}Ø`.replaceAll(' ', ''), '500')).toBe(
    `A${letters}Ø`.replaceAll(' ', ''),
  )
})

test('the name, the price and the figures are there as ink', async () => {
  const png = await rasterOf({ svg: partPicture(chainring) })
  const nameless = await rasterOf({ svg: partPicture({ ...chainring, name: '.' }) })
  const name = { left: 728, top: 120, width: 440, height: 200 }
  expect(await darkness(png, name)).toBeGreaterThan((await darkness(nameless, name)) + 2)
  expect(await darkness(png, { left: 728, top: 470, width: 300, height: 70 })).toBeGreaterThan(5)
})

test.each([
  ['markup', '<script>alert(1)</script> & "quotes" ]]>'],
  ['an entity', '&lt;&#0;&nbsp;&bogus;'],
  ['another script', 'دراجة هوائية سلسلة'],
  ['emoji', '🚲🔧 Chain 🔩'],
  ['control characters', 'Chain\u0000\u202e\ufffe\ud800'],
  ['120 letters without a blank', 'W'.repeat(120)],
  ['a thousand words', 'chain '.repeat(1000)],
  ['nothing', ''],
])('a name of %s makes a picture', async (_, name) => {
  const png = await rasterOf({ svg: partPicture({ ...chainring, name, family: name }) })
  expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 })
  // The title's room holds something, and the margin at the right nothing.
  expect(await darkness(png, { left: 728, top: 120, width: 440, height: 320 })).toBeGreaterThan(0.5)
  expect(await spread(png, { left: 1160, top: 110, width: 40, height: 330 })).toBeLessThan(1)
})

test('a name that the face cannot letter gives way to the part number', () => {
  const said = partPicture({ ...chainring, name: '自行车链条' })
  expect(said === partPicture({ ...chainring, name: chainring.sku })).toBe(true)
})

test('accents are lettered, or left off where the face has none', () => {
  expect(letterable('Škoda  Kurbelgarnitur für Ü', '600')).toBe('Škoda Kurbelgarnitur für Ü')
  expect(letterable('xe đạp ệ', '600')).toBe('xe đap e')
})

test('lines never stand wider than their room', () => {
  const lettering = { size: 60, weight: '600' } as const
  for (const text of ['one two three four five six', 'M'.repeat(90), 'a '.repeat(50).trim()]) {
    const lines = linesOf(text, 300, lettering)
    expect(Math.max(...lines.map((line) => widthOf(line, lettering)))).toBeLessThanOrEqual(300)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  }
})

test('the old place has an icon of 32 pixels in its old container', async () => {
  const { png: ico, headers } = await fetched('/favicon.ico')
  expect(headers.get('content-type')).toBe('image/x-icon')
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const png = ico.subarray(ico.readUInt32LE(18))
  expect(png.length).toBe(ico.readUInt32LE(14))
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

test('the icon for a telephone is opaque, of 180 pixels', async () => {
  const { png } = await fetched('/apple-touch-icon.png')
  expect(await sharp(png).metadata()).toMatchObject({ width: 180, height: 180 })
  expect((await sharp(png).stats()).isOpaque).toBe(true)
})

test('many pictures at once are made one after another, and none is lost', async () => {
  const skus = [1, 2, 3, 4, 5, 6].map((n) => `FH-42000-${n}`)
  await Promise.all(skus.map(addDrawnPart))
  const all = await Promise.all(skus.map((sku) => fetched(`/pictures/${sku}.png`)))
  expect(new Set(all.map(({ png }) => png.toString('base64'))).size).toBe(6)
})

test('of more pictures at once than may wait some are told to come again, and the shop’s own is made', async () => {
  shop = await shop.reopen({ PICTURES_WAITING_MAX: '5' })
  const skus = Array.from({ length: 20 }, (_, n) => `FH-430${String(n).padStart(2, '0')}-1`)
  await Promise.all(skus.map(addDrawnPart))
  const asked = skus.map((sku) => fetch(`${shop.url}/pictures/${sku}.png`))
  const own = fetch(`${shop.url}/favicon.ico`)
  const busy = (await Promise.all(asked)).filter(({ status }) => status !== 200)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.length).toBeLessThanOrEqual(skus.length - 5)
  for (const answer of busy) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await answer.json()).code).toBe('pictures_busy')
  }
  expect((await own).status).toBe(200)
  await fetched(`/pictures/${skus[0]}.png`)
  await fetched(`/pictures/${skus.at(-1)}.png`)
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

async function fetched(path: string) {
  const answer = await fetch(shop.url + path)
  expect(answer.status).toBe(200)
  return { png: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

type Region = { left: number; top: number; width: number; height: number }

/** How dark a region is beside the paper, 0 to 255. */
async function darkness(png: Buffer, region: Region) {
  const [grey] = (await sharp(await grayOf(png, region)).stats()).channels
  return 245 - (grey?.mean ?? 0)
}

async function spread(png: Buffer, region: Region) {
  const [grey] = (await sharp(await grayOf(png, region)).stats()).channels
  return grey?.stdev ?? 0
}

const grayOf = (png: Buffer, region: Region) =>
  sharp(png).extract(region).toColourspace('b-w').png().toBuffer()
