import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@freehub/contract/call'
import { calls } from '@freehub/contract/calls'
import { expect, test } from 'vitest'

/** The modules that are loaded for staff only. tests/e2e/staff/staff-code.spec.ts shows that customers load none. */
const STAFF_MODULES = [
  'features/catalog/imports/import-page.tsx',
  'features/catalog/imports/import-products-page.tsx',
  'features/orders/list/manage-orders-page.tsx',
  'features/orders/staff/staff-on-order.tsx',
  'features/dashboard/staff/staff-overview.tsx',
  'app/palette/staff-groups.ts',
  'features/catalog/manage/add-product-page.tsx',
  'features/catalog/manage/edit-product-page.tsx',
  'features/catalog/manage/manage-products-page.tsx',
  'features/reviews/staff/manage-reviews-page.tsx',
  'app/navigation/staff-places.ts',
  'features/catalog/stock/stock-page.tsx',
  'features/users/make-admin-page.tsx',
  'features/users/person-page.tsx',
]

/** Words that only the screens, the menu and the buttons of staff show. */
const WORDS = [
  'Manage All Orders',
  'Manage Products',
  'Manage Reviews',
  'Add A Product',
  'Make Admin',
  'Ship Order',
  'Refund Order',
  'Takings',
  'Waits longest',
  'People',
]

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

const built = path.resolve(import.meta.dirname, '../dist/client')
const chunks: Record<string, Chunk> = JSON.parse(
  readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'),
)

test('the built chunks that customers can load contain no code of staff', () => {
  expect(STAFF_MODULES.filter((name) => !chunks[name])).toEqual([])
  const customers = chunksFrom('app/entry-client.tsx')
  const staffs = STAFF_MODULES.flatMap((name) => [...chunksFrom(name)])
  const customersCode = codeOf(customers)
  const staffsCode = codeOf(new Set(staffs))
  expect(WORDS.filter((word) => !staffsCode.includes(word))).toEqual([])
  expect(WORDS.filter((word) => customersCode.includes(word))).toEqual([])
  const addresses = staffAddresses().filter((address) => staffsCode.includes(address))
  expect(addresses.length).toBeGreaterThan(10)
  expect(addresses.filter((address) => customersCode.includes(address))).toEqual([])
})

/** Returns the chunk and all that it imports, statically or on demand, except the modules of staff. */
function chunksFrom(name: string, found = new Set<string>()): Set<string> {
  const { imports = [], dynamicImports = [] } = chunks[name] ?? {}
  found.add(name)
  const next = [...imports, ...dynamicImports.filter((one) => !STAFF_MODULES.includes(one))]
  for (const one of next) if (!found.has(one)) chunksFrom(one, found)
  return found
}

function codeOf(names: Set<string>): string {
  const files = [...names].map((name) => chunks[name]?.file ?? '')
  const code = files.map((file) => readFileSync(path.join(built, file), 'utf8')).join('\n')
  // The names of source files look like addresses.
  return code.replaceAll(/features\/[\w/-]+\.tsx/g, '')
}

/** Returns the parts of the addresses of staff calls that stand in code and that no other address has. */
function staffAddresses(): string[] {
  const all: Call[] = Object.values(calls)
  const partsOf = (staff: boolean) =>
    all
      .filter(({ access }) => (access === 'admin') === staff)
      .flatMap(({ path: address }) => fixedPartOf(address))
  const others = partsOf(false)
  return partsOf(true).filter((part) => !others.some((other) => other.startsWith(part)))
}

/** Returns what follows the last parameter of an address, or the whole address. */
function fixedPartOf(address: string): string[] {
  const [start = '', ...after] = address.split(/:\w+/)
  const end = after.at(-1)
  return end ? [`}${end}`] : [start]
}
