const OLDEST = 20

/** Ends with one sentence under a Node that is too old even to install the shop's own. */
export function requireNode() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return
  console.error(`This is Node ${process.versions.node}; Freehub needs Node ${OLDEST} or newer.`)
  process.exit(1)
}
