const OLDEST = 20

/** Exits with a message if this Node is too old to install the pinned one. */
export function requireNode() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return
  console.error(`This is Node ${process.versions.node}; Freehub needs Node ${OLDEST} or later.`)
  process.exit(1)
}
