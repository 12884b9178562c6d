import { randomBytes } from 'node:crypto'
import { pictureOf } from '@freehub/tests/support/shop/photos'
import { waitUntil } from '@freehub/tests/support/wait-until'
import type { World } from '../world.ts'
import { nth, type Scenario } from './scenario.ts'

const partOf: Scenario = ({ parts }, n) => ({ params: { id: nth(parts, n) } })

const newPart = (n: number) => ({
  name: `Bench chain ${n}, 9-speed`,
  price: 3.95,
  minimumOrder: 50,
  availableQuantity: 5000,
  description: 'For 9-speed cassettes, 11/128 inside and 6.6 mm over the pins.',
  img: '/drawings/house/wheel.svg',
})

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity'
const listOf = (n: number) =>
  Buffer.from(
    `${HEADINGS}\nB-${n}-${Date.now()},Bench tyre ${n},A tyre.,/drawings/house/wheel.svg,4.50,20,900\n`,
  )

/** Sends a list and waits until it is read, and nobody works on another. */
async function readImport({ callBy, admin, url }: World, n: number): Promise<string> {
  await untilRests({ callBy, admin })
  const sent = await fetch(`${url}/api/imports?name=bench.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
    body: new Uint8Array(listOf(n)),
  })
  const { _id: id } = (await sent.json()) as { _id: string }
  await untilRests({ callBy, admin })
  return id
}

async function untilRests({ callBy, admin }: Pick<World, 'callBy' | 'admin'>): Promise<void> {
  await waitUntil('no list is being read in', async () => {
    const { body } = await callBy(admin)('GET', '/api/imports')
    return !(body as { state: string }[]).some(({ state }) => /ing$/.test(state))
  })
}

export const partCalls = {
  listParts: ({ parts }, n) => ({ query: { size: '20', after: nth(parts, n) } }),
  readPart: partOf,
  readPartDetails: partOf,
  readPartRelations: partOf,
  listFamilies: (_, n) => ({ query: { priceTo: (5 + n / 100).toFixed(2) } }),
  addPart: (_, n) => ({ body: newPart(n) }),
  async deletePart({ callBy, admin }, n) {
    const { body } = await callBy(admin)('POST', '/parts', newPart(n))
    return { params: { id: body.insertedId } }
  },
  // Each is new, in a shop that was measured before, too.
  addPhoto: async (_, n) => ({
    file: Buffer.concat([await pictureOf(1200 + n, 900, 'jpeg'), randomBytes(8)]),
  }),
  changePart: ({ parts }, n) => ({
    params: { id: nth(parts, n) },
    body: { description: `Cut to length and check shift on the largest sprocket, ${n} times.` },
  }),
  changeStock: ({ parts }, n) => ({
    params: { id: nth(parts, n) },
    body: { pieces: 100, reason: 'Delivery from the works' },
  }),
  listStockMovements: partOf,
  listPartEdits: partOf,
  async addImport(world, n) {
    await untilRests(world)
    return { query: { name: 'bench.csv' }, file: listOf(n) }
  },
  listImports: () => ({}),
  readImport: async (world, n) => ({ params: { id: await readImport(world, n) } }),
  listImportRows: async (world, n) => ({ params: { id: await readImport(world, n) } }),
  applyImport: async (world, n) => ({ params: { id: await readImport(world, n) } }),
  async cancelImport(world, n) {
    return { params: { id: await readImport(world, n) } }
  },
  exportParts: () => ({}),
} satisfies Record<string, Scenario>
