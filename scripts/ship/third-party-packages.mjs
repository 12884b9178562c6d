import { listShippedPackages } from './shipped-packages.mjs'

/** Compiled into the pages' style sheets at build time. */
const BUILT_IN = ['node_modules/daisyui', 'node_modules/tailwindcss']

/**
 * Lists all third-party packages that ship, by path: the server's dependencies, those built into the pages,
 * and the pinned Node.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 */
export function listThirdPartyPackages(packages) {
  const nodes = Object.keys(packages[''].optionalDependencies).map((name) => `node_modules/${name}`)
  const named = [...BUILT_IN, ...nodes].map((path) => [
    path,
    { name: path.replace('node_modules/', ''), ...packages[path] },
  ])
  const all = [
    ...listShippedPackages(packages, 'server'),
    ...listShippedPackages(packages, 'web'),
    ...named,
  ]
  return new Map(all.sort(([one], [other]) => one.localeCompare(other, 'en')))
}
