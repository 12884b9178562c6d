/**
 * The packages for other platforms that package-lock.json ought to list and does not: `npm install`
 * drops what it cannot reach, and `npm ci` then refuses the whole file, on every platform.
 * @param {Record<string, { optionalDependencies?: Record<string, string>, dev?: boolean }>} packages
 * @returns {{ where: string, name: string, version: string, dev: boolean }[]}
 */
export function lockGaps(packages) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesFor(name, parent).some((where) => packages[where]))
      .map(([name, version]) => ({ where: `node_modules/${name}`, name, version, dev })),
  )
}

/** Where Node would look for a package, from the folder of the one that needs it upwards. */
function placesFor(name, parent) {
  const here = `${parent ? `${parent}/` : ''}node_modules/${name}`
  if (!parent) return [here]
  const above = parent.lastIndexOf('/node_modules/')
  return [here, ...placesFor(name, above < 0 ? '' : parent.slice(0, above))]
}
