/**
 * The packages that ship with a workspace, by where package-lock.json has them: what it depends on,
 * and what that depends on in turn. Peers count where they must be there, and others of its workspaces
 * are followed but are none themselves.
 * @param {Record<string, any>} packages what package-lock.json says under `packages`
 * @param {string} workspace its folder
 * @returns {Map<string, { name: string, version: string, license?: string, optional?: boolean }>}
 */
export function shippedPackages(packages, workspace) {
  const shipped = new Map()
  const seen = new Set([workspace])
  // What is added while it is gone through is gone through, too.
  for (const from of seen) {
    for (const name of needsOf(packages[from])) {
      const found = whereIs(packages, name, from)
      if (!found) continue
      const where = packages[found].link ? packages[found].resolved : found
      seen.add(where)
      if (where === found) shipped.set(where, { name, ...packages[where] })
    }
  }
  return shipped
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ]
}

/** As Node looks for it: in the own folder first, then in each above. */
function whereIs(packages, name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const where = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[where]) return where
    if (folder === '') return undefined
  }
}
