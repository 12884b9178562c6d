import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@freehub/contract/call'
import { calls } from '@freehub/contract/calls'
import { expect, test } from 'vitest'

/** Modules that only staff load. tests/e2e/staff/staff-chunks.spec.ts shows that customers load none. */
const STAFF_MODULES = [
  'app/staff-screens.ts',
  'features/catalog/imports/import-page.tsx',
  'features/catalog/imports/import-products-page.tsx',
  'features/orders/list/manage-orders-page.tsx',
  'features/orders/staff/staff-order-tools.tsx',
  'features/overview/staff/staff-overview.tsx',
  'app/navigation/staff-nav.ts',
  'app/palette/staff-actions.ts',
  'features/catalog/manage/add-product-page.tsx',
  'features/catalog/manage/edit-product-page.tsx',
  'features/catalog/manage/manage-products-page.tsx',
  'features/reviews/staff/manage-reviews-page.tsx',
  'features/catalog/stock/stock-page.tsx',
  'features/users/users-page.tsx',
  'features/users/person/person-page.tsx',
]

/** Texts that only staff screens show. */
const STAFF_TEXTS = [
  'Manage All Orders',
  'Manage Products',
  'Manage Reviews',
  'Add A Product',
  'Make Admin',
  'Ship Order',
  'Refund Order',
  'Revenue',
  'Oldest unshipped',
  'People',
]

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

const buildFolder = path.resolve(import.meta.dirname, '../dist/client')
const chunks: Record<string, Chunk> = JSON.parse(
  readFileSync(path.join(buildFolder, '.vite/manifest.json'), 'utf8'),
)

test('customers’ chunks contain no source code of screens for staff', () => {
  expect(STAFF_MODULES.filter((name) => !chunks[name])).toEqual([])
  const customerModules = collectModules('app/entry-client.tsx')
  const staffModules = STAFF_MODULES.flatMap((name) => [...collectModules(name)])
  const customerCode = readCode(customerModules)
  const staffCode = readCode(new Set(staffModules))
  expect(STAFF_TEXTS.filter((text) => !staffCode.includes(text))).toEqual([])
  expect(STAFF_TEXTS.filter((text) => customerCode.includes(text))).toEqual([])
  const staffPaths = getStaffPaths().filter((urlPath) => staffCode.includes(urlPath))
  expect(staffPaths.length).toBeGreaterThan(10)
  expect(staffPaths.filter((urlPath) => customerCode.includes(urlPath))).toEqual([])
})

/** Returns the module and everything it imports, statically or dynamically, except staff modules. */
function collectModules(name: string, found = new Set<string>()): Set<string> {
  const { imports = [], dynamicImports = [] } = chunks[name] ?? {}
  found.add(name)
  const next = [
    ...imports,
    ...dynamicImports.filter((moduleName) => !STAFF_MODULES.includes(moduleName)),
  ]
  for (const moduleName of next) if (!found.has(moduleName)) collectModules(moduleName, found)
  return found
}

function readCode(names: Set<string>): string {
  const files = [...names].map((name) => chunks[name]?.file ?? '')
  const code = files.map((file) => readFileSync(path.join(buildFolder, file), 'utf8')).join('\n')
  // Source file names look like URL paths.
  return code.replaceAll(/features\/[\w/-]+\.tsx/g, '')
}

/** Returns the fixed parts of staff call paths that no other call's path starts with. */
function getStaffPaths(): string[] {
  const allCalls: Call[] = Object.values(calls)
  const getParts = (staff: boolean) =>
    allCalls
      .filter(({ access }) => (access === 'admin') === staff)
      .map(({ path: urlPath }) => getFixedPart(urlPath))
  const otherParts = getParts(false)
  return getParts(true).filter(
    (part) => !otherParts.some((otherPart) => otherPart.startsWith(part)),
  )
}

/** Returns the end of a path after its last parameter, as in a template literal. If this end is empty, the start. */
function getFixedPart(urlPath: string): string {
  const [start = '', ...rest] = urlPath.split(/:\w+/)
  const end = rest.at(-1)
  return end ? `}${end}` : start
}
