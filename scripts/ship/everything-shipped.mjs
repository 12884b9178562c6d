import { shippedPackages } from './shipped-packages.mjs'

/** Written into the pages' styles while they are built. */
const BUILT_IN = ['node_modules/daisyui', 'node_modules/tailwindcss']

/**
 * All works of others that ship, by where they lie: what the server needs, what is built into the
 * pages, and the pinned Node that runs them.
 * @param {Record<string, any>} packages what package-lock.json says under `packages`
 */
export function everythingShipped(packages) {
  const nodes = Object.keys(packages[''].optionalDependencies).map((name) => `node_modules/${name}`)
  const named = [...BUILT_IN, ...nodes].map((where) => [
    where,
    { name: where.replace('node_modules/', ''), ...packages[where] },
  ])
  const all = [
    ...shippedPackages(packages, 'server'),
    ...shippedPackages(packages, 'web'),
    ...named,
  ]
  return new Map(all.sort(([one], [other]) => one.localeCompare(other, 'en')))
}
