import { randomBytes } from 'node:crypto'
import { createImageFile } from '@freehub/tests/support/shop/photos'
import { waitUntil } from '@freehub/tests/support/wait-until'
import type { CallData } from '../select-call-data.ts'
import { pickNth, type Scenario } from './scenario.ts'

const partOf: Scenario = ({ parts }, n) => ({ params: { id: pickNth(parts, n) } })

const newPart = (n: number) => ({
  name: `Bench chain ${n}, 9-speed`,
  price: 3.95,
  minimumOrder: 50,
  availableQuantity: 5000,
  description: 'For 9-speed cassettes, 11/128 inside and 6.6 mm over the pins.',
  img: '/drawings/house/wheel.svg',
})

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity'
const createList = (n: number) =>
  Buffer.from(
    `${HEADINGS}\nB-${n}-${Date.now()},Bench tyre ${n},A tyre.,/drawings/house/wheel.svg,4.50,20,900\n`,
  )

/** Uploads a product list and waits until it is read. Before that, waits for other imports. */
async function uploadList({ callBy, admin, url }: CallData, n: number): Promise<string> {
  await waitForImports({ callBy, admin })
  const sent = await fetch(`${url}/api/imports?name=bench.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
    body: new Uint8Array(createList(n)),
  })
  const { _id: id } = (await sent.json()) as { _id: string }
  await waitForImports({ callBy, admin })
  return id
}

async function waitForImports({
  callBy,
  admin,
}: Pick<CallData, 'callBy' | 'admin'>): Promise<void> {
  await waitUntil('no import is in progress', async () => {
    const { body } = await callBy(admin)('GET', '/api/imports')
    return !(body as { state: string }[]).some(({ state }) => /ing$/.test(state))
  })
}

export const partCalls = {
  listParts: ({ parts }, n) => ({ query: { size: '20', after: pickNth(parts, n) } }),
  readPart: partOf,
  readPartDetails: partOf,
  readPartRelations: partOf,
  listPartDetails: ({ parts }, n) => ({ query: { ids: pickNth(parts, n) } }),
  listFamilies: (_, n) => ({ query: { priceTo: (5 + n / 100).toFixed(2) } }),
  listFacets: (_, n) => ({ query: { family: 'chains', priceTo: (5 + n / 100).toFixed(2) } }),
  addPart: (_, n) => ({ body: newPart(n) }),
  async deletePart({ callBy, admin }, n) {
    const { body } = await callBy(admin)('POST', '/parts', newPart(n))
    return { params: { id: body.insertedId } }
  },
  listManagedParts: (_, n) => ({
    query: { status: pickNth(['all', 'out', 'archived'], n), search: 'chain' },
  }),
  restorePart: partOf,
  // Random bytes make each photo new, even in a shop that was measured before.
  addPhoto: async (_, n) => ({
    file: Buffer.concat([await createImageFile(1200 + n, 900, 'jpeg'), randomBytes(8)]),
  }),
  changePart: ({ parts }, n) => ({
    params: { id: pickNth(parts, n) },
    body: { description: `Cut to length and check shift on the largest sprocket, ${n} times.` },
  }),
  readPartFits: partOf,
  changeStock: ({ parts }, n) => ({
    params: { id: pickNth(parts, n) },
    body: { pieces: 100, reason: 'Delivery from the works' },
  }),
  previewDrawing: (_, n) => ({
    body: { familySlug: 'chains', attributes: { pin_length_mm: 5 + (n % 9) } },
  }),
  listStockMovements: partOf,
  listPartEdits: partOf,
  async addImport(data, n) {
    await waitForImports(data)
    return { query: { name: 'bench.csv' }, file: createList(n) }
  },
  listImports: () => ({}),
  readImport: async (data, n) => ({ params: { id: await uploadList(data, n) } }),
  listImportRows: async (data, n) => ({ params: { id: await uploadList(data, n) } }),
  exportInvalidRows: async (data, n) => ({ params: { id: await uploadList(data, n) } }),
  applyImport: async (data, n) => ({ params: { id: await uploadList(data, n) } }),
  async cancelImport(data, n) {
    return { params: { id: await uploadList(data, n) } }
  },
  exportParts: () => ({}),
} satisfies Record<string, Scenario>
