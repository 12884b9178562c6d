import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { drawn, pictureOf, sendPhoto } from '../../../../tests/support/shop/photos.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import { dropUnusedPhotos } from './drop-unused-photos.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

const send = (file: Buffer, type?: string) => sendPhoto(shop.url, admin, file, type)

async function read(address: string) {
  const answer = await fetch(shop.url + address)
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

/** How much more red than blue there is at a place of a picture, and the other way round below 0. */
async function rednessAt(bytes: Buffer, [left, top]: [number, number]) {
  const dot = await sharp(bytes)
    .toColourspace('srgb')
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer()
  return (dot[0] as number) - (dot[2] as number)
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a photo may be a %s; it is kept as AVIF and WebP in several widths, never enlarged',
  async (format) => {
    const { status, body } = await send(
      await pictureOf(700, 500, format),
      'application/octet-stream',
    )
    expect([status, body]).toEqual([
      201,
      { _id: expect.any(String), address: `/photos/${body._id}/700.webp`, width: 700, height: 500 },
    ])
    for (const width of [160, 320, 640, 700]) {
      for (const [kind, known] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
      ]) {
        const { headers, bytes } = await read(`/photos/${body._id}/${width}.${kind}`)
        expect(headers.get('content-type')).toBe(`image/${kind}`)
        const { format: made, width: wide } = await sharp(bytes).metadata()
        expect([made, wide]).toEqual([known, width])
        expect(await rednessAt(bytes, [10, 50])).toBeGreaterThan(150)
        expect(await rednessAt(bytes, [width - 10, 50])).toBeLessThan(-150)
      }
    }
    expect((await read(`/photos/${body._id}/1280.webp`)).status).toBe(404)
  },
)

test('a photo never changes, and whoever has it need not load it again', async () => {
  const { body } = await send(await pictureOf(200, 200))
  const { headers } = await read(body.address)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const again = await fetch(shop.url + body.address, {
    headers: { 'if-none-match': headers.get('etag') as string },
  })
  expect(again.status).toBe(304)
})

test('a photo that was just looked at is shown again without the database', async () => {
  const { body } = await send(await pictureOf(210, 210))
  const first = await read(body.address)
  await sql`delete from photos where id = ${body._id}`.execute(shop.db)
  const again = await read(body.address)
  expect([again.status, again.bytes.equals(first.bytes)]).toEqual([200, true])
})

test.each([
  '/photos/none/160.webp',
  '/photos/01890000-0000-7000-8000-000000000000/160.webp',
  '/photos/01890000-0000-7000-8000-000000000000/160.svg',
  '/photos/01890000-0000-7000-8000-000000000000/99999.webp',
])('at %s there is no photo', async (address) => {
  const { status, body } = await shop.visit('GET', address)
  expect([status, body.code]).toEqual([404, 'photo_missing'])
})

test('a photo is turned as its camera was held, and tells neither where nor when it was taken', async () => {
  const file = await drawn(400, 300)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'a secret' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .toBuffer()
  expect((await sharp(file).metadata()).orientation).toBe(6)
  const { body } = await send(file)
  expect([body.width, body.height]).toEqual([300, 400])
  const { bytes } = await read(body.address)
  const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(await rednessAt(bytes, [150, 10])).toBeGreaterThan(150)
})

test('a photo in grey, in CMYK or with glass in it is shown like any other', async () => {
  const files = await Promise.all([
    drawn(200, 200).greyscale().jpeg().toBuffer(),
    drawn(200, 200).toColourspace('cmyk').jpeg().toBuffer(),
    drawn(200, 200).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
  ])
  for (const file of files) {
    const { status, body } = await send(file)
    expect(status).toBe(201)
    const { bytes } = await read(body.address)
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', width: 200 })
  }
})

test('of a moving photo the first frame is kept', async () => {
  const frames = [await pictureOf(200, 200), await drawn(200, 200).negate().png().toBuffer()]
  const { body } = await send(
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  )
  const { bytes } = await read(body.address)
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
  expect(await rednessAt(bytes, [10, 50])).toBeGreaterThan(150)
})

const PAGE = '<html><script>alert(document.domain)</script></html>'

test('a photo that is a page too is a photo alone', async () => {
  const file = await drawn(200, 200)
    .withExif({ IFD0: { Copyright: PAGE } })
    .png()
    .toBuffer()
  const { body } = await send(Buffer.concat([file, Buffer.from(PAGE)]), 'text/html')
  for (const name of ['160.avif', '160.webp', '200.avif', '200.webp', '200.jpeg']) {
    const { status, headers, bytes } = await read(`/photos/${body._id}/${name}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^image\/(avif|webp|jpeg)$/)
    expect(bytes.includes('script')).toBe(false)
  }
})

/** A JPEG whose head says that it is so large. */
async function jpegSaying(width: number, height: number) {
  const file = await pictureOf(200, 200, 'jpeg')
  const head = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(height, head + 5)
  file.writeUInt16BE(width, head + 7)
  return file
}

/** A PNG whose head says that it is so large. */
async function pngSaying(width: number, height: number) {
  const file = await pictureOf(200, 200, 'png')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

async function cut(file: Promise<Buffer>) {
  const whole = await file
  return whole.subarray(0, whole.length >> 1)
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>1</script></svg>'

test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
  ['an SVG', () => Buffer.from(svg), 415, 'photo_type_unsupported'],
  ['a page', () => Buffer.from(PAGE), 415, 'photo_type_unsupported'],
  ['a GIF', () => pictureOf(300, 300, 'gif'), 415, 'photo_type_unsupported'],
  ['a TIFF', () => pictureOf(300, 300, 'tiff'), 415, 'photo_type_unsupported'],
  ['nothing', () => Buffer.alloc(0), 415, 'photo_type_unsupported'],
  [
    'a PNG in name alone',
    () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
    422,
    'photo_unreadable',
  ],
  ['half a JPEG', () => cut(pictureOf(300, 300, 'jpeg')), 422, 'photo_unreadable'],
  ['half a PNG', () => cut(pictureOf(300, 300, 'png')), 422, 'photo_unreadable'],
  ['half a WebP', () => cut(pictureOf(300, 300, 'webp')), 422, 'photo_unreadable'],
  ['half an AVIF', () => cut(pictureOf(300, 300, 'avif')), 422, 'photo_unreadable'],
  ['a bomb of 50,000 × 50,000', () => jpegSaying(50_000, 50_000), 413, 'photo_too_large'],
  ['a bomb of a PNG', () => pngSaying(30_000, 30_000), 413, 'photo_too_large'],
  ['a file of 13 MiB', () => Buffer.alloc(13 * 1024 * 1024, 0xff), 413, 'photo_too_large'],
  ['a stamp', () => pictureOf(159, 300), 422, 'photo_shape_unfit'],
  ['a ribbon', () => pictureOf(1000, 199), 422, 'photo_shape_unfit'],
])('%s is no photo', async (_, file, status, code) => {
  const before = await countPhotos()
  const answer = await send(await file(), 'image/png')
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await countPhotos()).toBe(before)
})

test('a photo that comes in waves may not be as large as one that is read in passing', async () => {
  const large = (progressive: boolean) => drawn(5000, 3300).jpeg({ progressive }).toBuffer()
  const waves = await send(await large(true))
  expect([waves.status, waves.body.code]).toEqual([413, 'photo_too_large'])
  expect((await send(await large(false))).status).toBe(201)
})

test('photos are taken from staff alone', async () => {
  const file = await pictureOf(300, 300)
  const customer = await addCustomer(shop)
  expect((await sendPhoto(shop.url, { token: 'none' }, file)).status).toBe(401)
  expect((await sendPhoto(shop.url, customer, file)).status).toBe(403)
})

test('the same file is the same photo, also when it comes twice at once', async () => {
  const file = await pictureOf(320, 240)
  const answers = await Promise.all([send(file), send(file), send(file)])
  answers.push(await send(file))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
})

test('so many photos at once are taken, and of the others it is said that they are too many', async () => {
  const files = await Promise.all(
    Array.from({ length: 16 }, (_, i) => pictureOf(320, 240 + i, 'jpeg')),
  )
  const answers = await Promise.all(files.map((file) => send(file)))
  const codes = answers.map(({ status, body }) => (status === 201 ? 'taken' : body.code))
  expect(new Set(codes)).toEqual(new Set(['taken', 'photos_too_many']))
  expect((await send(files[0] as Buffer)).status).toBe(201)
})

test('a photo that no part shows goes after a day; one that a part shows, or showed today, stays', async () => {
  const file = await pictureOf(300, 301)
  const [unused, left, shown, retaken] = (
    await Promise.all([
      send(file),
      send(await pictureOf(300, 302)),
      send(await pictureOf(300, 303)),
      send(await pictureOf(300, 304)),
    ])
  ).map(({ body }) => body.address as string)
  const [leaving] = await Promise.all(
    [left, shown, retaken].map((img) => addPartWith(img as string)),
  )
  await sql`update photos set unused_since = now() - interval '25 hours' where unused_since is not null`.execute(
    shop.db,
  )
  await admin.call('DELETE', `/part/${leaving}`)
  await dropUnusedPhotos(shop.db)
  const statuses = await Promise.all(
    [unused, left, shown, retaken].map(async (address) => (await read(address as string)).status),
  )
  expect(statuses).toEqual([404, 200, 200, 200])
  await sql`update photos set unused_since = now() - interval '25 hours'`.execute(shop.db)
  await dropUnusedPhotos(shop.db)
  // Of what was just looked at, the file that was seen is in memory for a while.
  const inJpeg = (address = '') => address.replace('.webp', '.jpeg')
  expect((await read(inJpeg(left))).status).toBe(404)
  expect((await read(inJpeg(shown))).status).toBe(200)
  // Gone, it may be sent again.
  expect((await send(file)).status).toBe(201)
})

test('parts may take the same photo at the same time: none waits for another', async () => {
  const { body } = await send(await pictureOf(300, 305))
  await addPartWith(body.address)
  const others = await addParts(shop, 2)
  const take = (tx: Tx, id?: string) =>
    tx
      .updateTable('parts')
      .set('img', body.address)
      .where('id', '=', id as string)
      .execute()
  await shop.db.transaction().execute(async (tx) => {
    await take(tx, others[0])
    await shop.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await take(tx, others[1])
    })
  })
})

test('a part takes no photo that is not there', async () => {
  const { body } = await send(await pictureOf(300, 306))
  const id = await addPartWith(body.address)
  const [other] = await addParts(shop, 1)
  const bare = { name: 'P', price: 1, minimumOrder: 1, availableQuantity: 1, description: 'P.' }
  for (const img of ['/photos/none/160.webp', body.address.replace('300', '301')]) {
    const answers = [
      await admin.call('POST', '/parts', { ...bare, img }),
      await admin.call('PATCH', `/api/parts/${other}`, { img }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.errors]).toEqual([400, { img: expect.stringContaining('not there') }])
    }
  }
  expect((await admin.call('PATCH', `/api/parts/${id}`, { name: 'Axle' })).status).toBe(200)
})

async function addPartWith(img: string): Promise<string> {
  const { body } = await admin.call('POST', '/parts', {
    name: 'Pedal',
    price: 1,
    minimumOrder: 1,
    availableQuantity: 1,
    description: 'A pedal.',
    img,
  })
  return body.insertedId
}

async function countPhotos(): Promise<number> {
  const { count } = await shop.db
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
