/**
 * Finds optional packages for other platforms that package-lock.json lacks. `npm install` drops packages that
 * it cannot reach; `npm ci` then rejects the file on every platform.
 * @param {Record<string, { optionalDependencies?: Record<string, string>, dev?: boolean }>} packages
 * @returns {{ path: string, name: string, version: string, dev: boolean }[]}
 */
export function findMissingLockEntries(packages) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !listCandidatePaths(name, parent).some((path) => packages[path]))
      .map(([name, version]) => ({ path: `node_modules/${name}`, name, version, dev })),
  )
}

/** Lists the paths where Node looks for a package, from its parent's folder upwards. */
function listCandidatePaths(name, parent) {
  const here = `${parent ? `${parent}/` : ''}node_modules/${name}`
  if (!parent) return [here]
  const above = parent.lastIndexOf('/node_modules/')
  return [here, ...listCandidatePaths(name, above < 0 ? '' : parent.slice(0, above))]
}
