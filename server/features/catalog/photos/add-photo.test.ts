import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { createImage, createImageFile, uploadPhoto } from '../../../../tests/support/shop/photos.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import { deleteUnusedPhotos } from './add-photo.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const send = (file: Buffer, type?: string) => uploadPhoto(shop.url, admin, file, type)

async function read(address: string) {
  const response = await fetch(shop.url + address)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** Returns the red value minus the blue value of a pixel. */
async function readRedness(bytes: Buffer, [left, top]: [number, number]) {
  const pixel = await sharp(bytes)
    .toColourspace('srgb')
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer()
  return (pixel[0] as number) - (pixel[2] as number)
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'accepts a %s photo and stores it as AVIF and WebP in several widths, never enlarged',
  async (format) => {
    const { status, body } = await send(
      await createImageFile(700, 250, format),
      'application/octet-stream',
    )
    expect([status, body]).toEqual([
      201,
      { _id: expect.any(String), address: `/photos/${body._id}/700.webp`, width: 700, height: 250 },
    ])
    for (const width of [160, 320, 640, 700]) {
      for (const [kind, known] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
      ]) {
        const { headers, bytes } = await read(`/photos/${body._id}/${width}.${kind}`)
        expect(headers.get('content-type')).toBe(`image/${kind}`)
        const { format: actualFormat, width: actualWidth } = await sharp(bytes).metadata()
        expect([actualFormat, actualWidth]).toEqual([known, width])
        expect(await readRedness(bytes, [10, 50])).toBeGreaterThan(150)
        expect(await readRedness(bytes, [width - 10, 50])).toBeLessThan(-150)
      }
    }
    expect((await read(`/photos/${body._id}/1280.webp`)).status).toBe(404)
  },
)

test('lets clients cache a photo forever', async () => {
  const { body } = await send(await createImageFile(200, 200))
  const { headers } = await read(body.address)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const again = await fetch(shop.url + body.address, {
    headers: { 'if-none-match': headers.get('etag') as string },
  })
  expect(again.status).toBe(304)
})

test('serves a cached photo without reading the database', async () => {
  const { body } = await send(await createImageFile(210, 210))
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
])('responds with 404 at %s', async (address) => {
  const { status, body } = await shop.call('GET', address)
  expect([status, body.code]).toEqual([404, 'photo_missing'])
})

test('rotates a photo by its EXIF orientation and removes its metadata', async () => {
  const file = await createImage(400, 300)
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
  expect(await readRedness(bytes, [150, 10])).toBeGreaterThan(150)
})

test('converts greyscale, CMYK and transparent photos to sRGB', async () => {
  const files = await Promise.all([
    createImage(200, 200).greyscale().jpeg().toBuffer(),
    createImage(200, 200).toColourspace('cmyk').jpeg().toBuffer(),
    createImage(200, 200).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
  ])
  for (const file of files) {
    const { status, body } = await send(file)
    expect(status).toBe(201)
    const { bytes } = await read(body.address)
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', width: 200 })
  }
})

test('keeps the first frame of an animation', async () => {
  const frames = [
    await createImageFile(200, 200),
    await createImage(200, 200).negate().png().toBuffer(),
  ]
  const { body } = await send(
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  )
  const { bytes } = await read(body.address)
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
  expect(await readRedness(bytes, [10, 50])).toBeGreaterThan(150)
})

const PAGE = '<html><script>alert(document.domain)</script></html>'

test('removes HTML hidden in a photo', async () => {
  const file = await createImage(200, 200)
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

/** Creates a JPEG whose header declares this size. */
async function createJpegOfSize(width: number, height: number) {
  const file = await createImageFile(200, 200, 'jpeg')
  const head = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(height, head + 5)
  file.writeUInt16BE(width, head + 7)
  return file
}

/** Creates a PNG whose header declares this size. */
async function createPngOfSize(width: number, height: number) {
  const file = await createImageFile(200, 200, 'png')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

async function truncate(file: Promise<Buffer>) {
  const complete = await file
  return complete.subarray(0, complete.length >> 1)
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>1</script></svg>'

test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
  ['an SVG', () => Buffer.from(svg), 415, 'photo_type_unsupported'],
  ['an HTML page', () => Buffer.from(PAGE), 415, 'photo_type_unsupported'],
  ['a GIF', () => createImageFile(300, 300, 'gif'), 415, 'photo_type_unsupported'],
  ['a TIFF', () => createImageFile(300, 300, 'tiff'), 415, 'photo_type_unsupported'],
  ['an empty file', () => Buffer.alloc(0), 415, 'photo_type_unsupported'],
  [
    'an SVG that begins like a PNG',
    () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
    422,
    'photo_unreadable',
  ],
  ['half a JPEG', () => truncate(createImageFile(300, 300, 'jpeg')), 422, 'photo_unreadable'],
  ['half a PNG', () => truncate(createImageFile(300, 300, 'png')), 422, 'photo_unreadable'],
  ['half a WebP', () => truncate(createImageFile(300, 300, 'webp')), 422, 'photo_unreadable'],
  ['half an AVIF', () => truncate(createImageFile(300, 300, 'avif')), 422, 'photo_unreadable'],
  [
    'a decompression bomb of 50,000 × 50,000',
    () => createJpegOfSize(50_000, 50_000),
    413,
    'photo_too_large',
  ],
  ['a decompression bomb as PNG', () => createPngOfSize(30_000, 30_000), 413, 'photo_too_large'],
  ['a file of 13 MiB', () => Buffer.alloc(13 * 1024 * 1024, 0xff), 413, 'photo_too_large'],
  ['a photo that is too small', () => createImageFile(159, 300), 422, 'photo_shape_unfit'],
  ['a photo that is too narrow', () => createImageFile(1000, 199), 422, 'photo_shape_unfit'],
])('refuses %s', async (_, file, status, code) => {
  const before = await countPhotos()
  const response = await send(await file(), 'image/png')
  expect([response.status, response.body.code]).toEqual([status, code])
  expect(await countPhotos()).toBe(before)
})

test('accepts fewer pixels for a progressive JPEG than for a baseline JPEG', async () => {
  const large = (progressive: boolean) => createImage(9000, 1840).jpeg({ progressive }).toBuffer()
  const progressive = await send(await large(true))
  expect([progressive.status, progressive.body.code]).toEqual([413, 'photo_too_large'])
  expect((await send(await large(false))).status).toBe(201)
})

test('accepts photos only from staff', async () => {
  const file = await createImageFile(300, 300)
  const customer = await addCustomer(shop)
  expect((await uploadPhoto(shop.url, { token: 'none' }, file)).status).toBe(401)
  expect((await uploadPhoto(shop.url, customer, file)).status).toBe(403)
})

test('stores the same file once, also for concurrent uploads', async () => {
  const file = await createImageFile(320, 240)
  const responses = await Promise.all([send(file), send(file), send(file)])
  responses.push(await send(file))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1)
})

test('keeps the connection of an upload for the time to encode all permitted uploads', async () => {
  const timeouts: number[] = []
  const recordTimeouts = (socket: Socket) => {
    const { setTimeout } = socket
    socket.setTimeout = (ms, ...rest) => {
      timeouts.push(ms)
      return setTimeout.call(socket, ms, ...rest)
    }
  }
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'image/png' }
  shop.app.server.on('connection', recordTimeouts)
  const upload = request(`${shop.url}/api/photos`, { method: 'POST', headers, agent: false })
  upload.end(await createImageFile(300, 200))
  const [{ statusCode }] = await once(upload, 'response')
  shop.app.server.off('connection', recordTimeouts)
  expect(statusCode).toBe(201)
  const { photoUploads, photoMs } = shop.config.limits
  expect(Math.max(...timeouts)).toBeGreaterThan(photoUploads * photoMs)
})

test('refuses uploads above the concurrency limit', async () => {
  const files = await Promise.all(
    Array.from({ length: 8 }, (_, i) => createImageFile(180, 240 + i, 'jpeg')),
  )
  const responses = await Promise.all(files.map((file) => send(file)))
  const codes = responses.map(({ status, body }) => (status === 201 ? 'taken' : body.code))
  expect(new Set(codes)).toEqual(new Set(['taken', 'photos_too_many']))
  expect((await send(files[0] as Buffer)).status).toBe(201)
})

test('deletes photos that no part has used for a day', async () => {
  const file = await createImageFile(300, 301)
  const [unused, unusedToday, shown, reused] = (
    await Promise.all([
      send(file),
      send(await createImageFile(300, 302)),
      send(await createImageFile(300, 303)),
      send(await createImageFile(300, 304)),
    ])
  ).map(({ body }) => body.address as string)
  const [deletedPart] = await Promise.all(
    [unusedToday, shown, reused].map((img) => addPartWith(img as string)),
  )
  await sql`update photos set unused_since = now() - interval '25 hours' where unused_since is not null`.execute(
    shop.db,
  )
  await admin.call('DELETE', `/part/${deletedPart}`)
  await deleteUnusedPhotos(shop.db)
  const statuses = await Promise.all(
    [unused, unusedToday, shown, reused].map(
      async (address) => (await read(address as string)).status,
    ),
  )
  expect(statuses).toEqual([404, 200, 200, 200])
  await sql`update photos set unused_since = now() - interval '25 hours'`.execute(shop.db)
  await deleteUnusedPhotos(shop.db)
  // The WebP files that were just read are still cached.
  const toJpegUrl = (address = '') => address.replace('.webp', '.jpeg')
  expect((await read(toJpegUrl(unusedToday))).status).toBe(404)
  expect((await read(toJpegUrl(shown))).status).toBe(200)
  // A deleted photo may be uploaded again.
  expect((await send(file)).status).toBe(201)
})

test('lets two parts start to use the same photo without waiting for each other', async () => {
  const { body } = await send(await createImageFile(300, 305))
  await addPartWith(body.address)
  const others = await addParts(shop, 2)
  const usePhoto = (tx: Tx, id?: string) =>
    tx
      .updateTable('parts')
      .set('img', body.address)
      .where('id', '=', id as string)
      .execute()
  await shop.db.transaction().execute(async (tx) => {
    await usePhoto(tx, others[0])
    await shop.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await usePhoto(tx, others[1])
    })
  })
})

test('refuses a part whose photo does not exist', async () => {
  const { body } = await send(await createImageFile(300, 306))
  const id = await addPartWith(body.address)
  const [other] = await addParts(shop, 1)
  const newPart = { name: 'P', price: 1, minimumOrder: 1, availableQuantity: 1, description: 'P.' }
  for (const img of ['/photos/none/160.webp', body.address.replace('300', '301')]) {
    const responses = [
      await admin.call('POST', '/parts', { ...newPart, img }),
      await admin.call('PATCH', `/api/parts/${other}`, { img }),
    ]
    for (const { status, body } of responses) {
      expect([status, body.errors]).toEqual([
        400,
        { img: expect.stringContaining('no longer exists') },
      ])
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
