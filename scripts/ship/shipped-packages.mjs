/**
 * Lists the packages that ship with a workspace, by their path in package-lock.json: its dependencies, with
 * required peers and transitive ones. Other workspaces are followed but not listed.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 * @param {string} workspace folder of the workspace
 * @returns {Map<string, { name: string, version: string, license?: string, optional?: boolean }>}
 */
export function listShippedPackages(packages, workspace) {
  const shipped = new Map()
  const seen = new Set([workspace])
  // The loop also visits paths that are added meanwhile.
  for (const from of seen) {
    for (const name of listDependencies(packages[from])) {
      const found = resolvePackage(packages, name, from)
      if (!found) continue
      const path = packages[found].link ? packages[found].resolved : found
      seen.add(path)
      if (path === found) shipped.set(path, { name, ...packages[path] })
    }
  }
  return shipped
}

function listDependencies({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}) {
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ]
}

/** Resolves a package as Node does: in the own folder first, then upwards. */
function resolvePackage(packages, name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}
