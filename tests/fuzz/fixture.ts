import { randomUUID } from 'node:crypto'
import { PART_COLUMNS, type PartColumn } from '@freehub/contract/catalog/imports'
import type { Config } from '../../server/config.ts'
import { createSessionCookie } from '../support/identity/session-cookie.ts'
import { createCardClient } from '../support/shop/cards.ts'
import { placeOrder, placePaidOrder, tryCancelOrder } from '../support/shop/orders.ts'
import { uploadPartList } from '../support/shop/part-imports.ts'
import { addParts } from '../support/shop/parts.ts'
import { createImageFile, createNoisyPhoto } from '../support/shop/photos.ts'
import type { ShopProcess } from '../support/shop/shop-process.ts'
import { addUsers, type TestUser } from '../support/shop/users.ts'
import type { KnownValues } from './values.ts'

interface SignedInUser extends TestUser {
  cookie: string
}

/** A shop under test, with the settings of its process. */
export interface FuzzedShop extends Pick<ShopProcess, 'url' | 'db' | 'sandbox'> {
  config: Config
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** Adds users, parts, orders in every state, a review, and objects of each kind for the requests of one seed. */
export async function createFixture(shop: FuzzedShop) {
  const [customer, other] = await addSignedInUsers(shop, 'customer', 2)
  const [admin, otherAdmin] = await addSignedInUsers(shop, 'admin', 2)
  const parts = await addParts(shop, 3, { stock: 1_000_000 })
  const [part] = parts as [string]
  const cards = createCardClient(shop)
  const unpaid = [await placeOrder(customer.call, part), await placeOrder(other.call, part)]
  const paid = [
    await placePaidOrder(customer.call, cards, part),
    await placePaidOrder(customer.call, cards, part),
  ]
  const shipped = await placePaidOrder(customer.call, cards, part)
  await admin.call('PATCH', `/shipped/${shipped}`)
  const review = await customer.call('POST', '/reviews', { comment: 'Runs well.', ratting: 4 })
  const partImport = await uploadPartList(admin, listParts([PART_ROW]), shop.url)
  // The import of another seed may run.
  if (partImport.code !== 'import_under_way' && partImport.counts?.add !== 1)
    throw new Error(JSON.stringify(partImport))
  const { body: imports } = await admin.call('GET', '/api/imports')
  const [cancelled, note] = [await placeOrder(customer.call, part), randomUUID()]
  await tryCancelOrder(customer, cancelled)
  await admin.call('PUT', `/api/notes/${note}`, { order: shipped, text: 'Call first.' })
  const create = async (path: string, body: object) =>
    (await customer.call('POST', path, body)).body._id as string
  const lines = [{ productId: part, quantity: 10 }]
  const entries = [{ interface: 'seat.post', role: 'offers', size: '27.2' }]
  const list = await create('/api/lists', { name: 'Spring', lines })
  const job = await create('/api/jobs', { name: 'Wheels', kind: 'wheel', times: 1, lines })
  const profile = await create('/api/bike-profiles', { name: 'Bike', entries })
  const orders = [...unpaid, ...paid, shipped, cancelled]
  const emails = [customer.email, other.email, otherAdmin.email, 'unknown@example.com']
  const ids: [RegExp, string[]][] = [
    [/^\/(booking|shipped|api\/orders|myOrders|allOrders)/, orders],
    [/^\/(parts?|api\/parts)/, parts],
    [/^\/(api\/)?reviews/, [review.body.insertedId ?? part]],
    [/^\/api\/imports/, [part, ...imports.map(({ _id }: { _id: string }) => _id)]],
    [/^\/api\/account/, [other.sessionId, customer.sessionId]],
    [/^\/api\/lists/, [list]],
    [/^\/api\/jobs/, [job]],
    [/^\/api\/bike-profiles/, [profile]],
    [/^\/api\/notes/, [note]],
  ]

  return {
    users: { customer, admin },
    knownValuesFor(path: string): KnownValues {
      const pathIds = ids.find(([pattern]) => pattern.test(path))?.[1] ?? [part]
      return {
        ...commonValues,
        email: emails,
        client: emails,
        who: [...emails, customer.id],
        id: pathIds,
        productId: parts,
        bookingId: orders,
        order: orders,
        jobId: [job],
        profileId: [profile],
        ...(!path.endsWith('/rows') && { after: pathIds, before: pathIds }),
        by: [customer.id],
      }
    },
    /** Replaces a user who was banned, deleted, demoted or signed out. */
    async replaceUser(role: 'customer' | 'admin') {
      const [user] = await addSignedInUsers(shop, role, 1)
      this.users[role] = user as SignedInUser
    },
  }
}

const commonValues: KnownValues = {
  quantity: [10, 11, 25, 100, 250, 9, 1_000_001],
  totalPrice: [25, 25.01, 0],
  price: [2.5, 0.01],
  minimumOrder: [1, 10],
  availableQuantity: [0, 100],
  pieces: [5, -5],
  ratting: [1, 3, 5],
  size: ['1', '6', '100', '101', '0'],
  search: ['chain', '10-speed', 'chian', 'Ada'],
  family: ['chains', 'chains,cassettes'],
  priceFrom: ['1', '2.50'],
  img: ['https://pictures.example/1.svg'],
  linkedin: ['https://linkedin.example/in/ada'],
  phone: ['+880 1711 000000'],
  address: ['12 Wheel Lane, Dhaka'],
  transactionId: ['pi_1'],
  carrier: ['DHL'],
  paper: ['a4', 'letter'],
  days: ['7', '30'],
  password: ['seven speeds forward', 'short', 'password'],
  phoneNumber: ['+4915112345678'],
  code: ['123456', '000000'],
  provider: ['google', 'github'],
}

async function addSignedInUsers(shop: FuzzedShop, role: TestUser['role'], count: number) {
  const users = await addUsers(shop, count, { role })
  const withCookies = users.map(async (user) => ({
    ...user,
    cookie: await createSessionCookie(shop, user),
  }))
  return (await Promise.all(withCookies)) as [SignedInUser, SignedInUser]
}

const partValues: Partial<Record<PartColumn, string>> = {
  name: 'Chain',
  description: 'A chain.',
  img: 'https://pictures.example/1.svg',
  price: '2.5',
  minimumOrder: '10',
  availableQuantity: '100',
}
const PART_ROW = PART_COLUMNS.map((column) => partValues[column] ?? '').join()

const listParts = (rows: string[]) => Buffer.from([PART_COLUMNS.join(), ...rows].join('\n'))

/** Creates files to upload: photos in two sizes, lists of parts, and other files. */
export async function createUploadFiles(): Promise<Buffer[]> {
  return [
    await createImageFile(320, 240),
    await createImageFile(320, 240, 'webp'),
    await createNoisyPhoto(640, 480),
    await createImageFile(20, 20, 'gif'),
    listParts([PART_ROW]),
    listParts(Array(50).fill(PART_ROW)),
    listParts(['"', ',,,', PART_ROW.replace('2.5', '-1')]),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(0),
    Buffer.alloc(2_000_000, 44),
  ]
}
