import { PART_COLUMNS } from '@freehub/contract/catalog/imports'
import type { Config } from '../../server/config.ts'
import { createSessionCookie } from '../support/identity/session-cookie.ts'
import { createCardClient } from '../support/shop/cards.ts'
import { placeOrder, placePaidOrder } from '../support/shop/orders.ts'
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

/** Adds users, parts, orders in every state, reviews and an import for the requests of one seed. */
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
  const { body: imports } = await admin.call('GET', '/api/imports')
  const orders = [...unpaid, ...paid, shipped]
  const emails = [customer.email, other.email, otherAdmin.email, 'unknown@example.com']
  const ids: [RegExp, string[]][] = [
    [/^\/(booking|shipped|api\/orders|myOrders|allOrders)/, orders],
    [/^\/(parts?|api\/parts)/, parts],
    [/^\/(api\/)?reviews/, [review.body.insertedId ?? part]],
    [/^\/api\/imports/, [part, ...imports.map(({ _id }: { _id: string }) => _id)]],
    [/^\/api\/account/, [other.sessionId, customer.sessionId]],
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
  providerId: ['google', 'credential'],
}

async function addSignedInUsers(shop: FuzzedShop, role: TestUser['role'], count: number) {
  const users = await addUsers(shop, count, { role })
  const withCookies = users.map(async (user) => ({
    ...user,
    cookie: await createSessionCookie(shop, user),
  }))
  return (await Promise.all(withCookies)) as [SignedInUser, SignedInUser]
}

/** Creates files to upload: photos in two sizes, lists of parts, and other files. */
export async function createUploadFiles(): Promise<Buffer[]> {
  const row = ',,Chain,A chain.,https://pictures.example/1.svg,2.5,10,100,,,,,,'
  const list = (lines: string[]) => Buffer.from([PART_COLUMNS.join(), ...lines].join('\n'))
  return [
    await createImageFile(320, 240),
    await createImageFile(320, 240, 'webp'),
    await createNoisyPhoto(640, 480),
    await createImageFile(20, 20, 'gif'),
    list([row]),
    list(Array(50).fill(row)),
    list(['"', ',,,', row.replace('2.5', '-1')]),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(0),
    Buffer.alloc(2_000_000, 44),
  ]
}
