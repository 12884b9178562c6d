import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findNode } from '../prepare/find-node.mjs'
import { root } from '../prepare/root.mjs'
import { runNpm } from '../prepare/run-command.mjs'

const DIST = path.join(root, 'dist/freehub')

/** Files that do not ship: tests, folders of links to packages, and the packages' type declarations and source maps. */
const EXCLUDED = [/\.test\.ts$/, /^(server|contract|drawings)\/node_modules$/]
const EXCLUDED_FROM_PACKAGES = /\.(map|d\.[cm]?ts)$/

/**
 * Builds the production folder `dist/freehub`: the shop, the built pages, the packages that ship and the pinned Node.
 * Also generates the licence notices and the SBOM. A production machine needs only C libraries. Returns the folder.
 */
export async function makeDist() {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'))
  const target = `${DIST}.new`
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  await copyShop(target)
  await copyPackages(target, [...listShippedPackages(packages, 'server').keys()])
  await copyNode(target)
  await writeFile(path.join(target, 'THIRD-PARTY-NOTICES.txt'), await formatNotices(packages))
  await writeFile(path.join(target, 'sbom.cdx.json'), await createSbom(packages))
  await rm(DIST, { recursive: true, force: true })
  await rename(target, DIST)
  return DIST
}

/** The workspaces that ship as source code. */
const WORKSPACES = ['contract', 'drawings', 'server']

async function copyShop(folder) {
  const { name, version, license, type } = await readJson('package.json')
  const manifest = { name, version, private: true, license, type }
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const part of [...WORKSPACES, 'web/dist', 'LICENSE']) {
    await cp(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => {
        const name = path.relative(root, source).split(path.sep).join('/')
        return !EXCLUDED.some((pattern) => pattern.test(name))
      },
    })
  }
}

/** Copies the packages. Skips packages for other platforms, which are not installed. */
async function copyPackages(folder, paths) {
  for (const packagePath of paths) {
    await cp(path.join(root, packagePath), path.join(folder, packagePath), {
      recursive: true,
      // Nested packages are in the list with their own path.
      filter: (source) =>
        !EXCLUDED_FROM_PACKAGES.test(source) &&
        !path.relative(path.join(root, packagePath), source).startsWith('node_modules'),
    }).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  await mkdir(path.join(folder, 'node_modules/@freehub'), { recursive: true })
  for (const name of ['contract', 'drawings']) {
    await symlink(`../../${name}`, path.join(folder, 'node_modules/@freehub', name), 'dir')
  }
}

async function copyNode(folder) {
  await mkdir(path.join(folder, 'bin'))
  await cp(await findNode(), path.join(folder, 'bin/node'))
}

async function readJson(file) {
  return JSON.parse(await readFile(path.join(root, file), 'utf8'))
}

/** Packages that are compiled into the pages' style sheets. */
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

/**
 * Lists the packages that ship with a workspace, by their path in package-lock.json: its dependencies, with
 * required peers and transitive ones. For a dependency on another workspace, lists that workspace's dependencies, but
 * not the workspace.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 * @param {string} workspace folder of the workspace
 * @returns {Map<string, { name: string, version: string, license?: string, optional?: boolean }>}
 */
export function listShippedPackages(packages, workspace) {
  const shipped = new Map()
  const seen = new Set([workspace])
  // The loop also visits paths that it adds.
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

/** Resolves a package that `from` imports, as Node does: first in its own node_modules, then in those of its parents. */
function resolvePackage(packages, name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

/**
 * Creates the software bill of materials in CycloneDX JSON: npm's SBOM of the lock file, without packages
 * that do not ship.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 */
async function createSbom(packages) {
  const { code, output } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  if (code !== 0) throw new Error(`npm sbom failed.\n${output}`)
  const bom = JSON.parse(output)
  const shipped = listShippedReferences(packages)
  bom.metadata.component.name = packages[''].name
  const components = bom.components.filter((component) => shipped.has(component['bom-ref']))
  const dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((on) => shipped.has(on)),
    }))
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`
}

/**
 * Lists the references in the bill of materials of all workspaces and packages that ship.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 * @returns {Set<string>}
 */
export function listShippedReferences(packages) {
  const workspaces = ['', ...WORKSPACES, 'web'].map((path) => packages[path])
  return new Set(
    [...workspaces, ...listThirdPartyPackages(packages).values()].map(
      ({ name, version }) => `${name}@${version}`,
    ),
  )
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i
const LINE = '-'.repeat(80)

/**
 * Formats the licence names and texts of all packages in the production folder. Skips packages that are not installed,
 * such as those for other platforms.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 */
async function formatNotices(packages) {
  const notices = []
  for (const [packagePath, { name, version, license }] of listThirdPartyPackages(packages)) {
    const folder = path.join(root, packagePath)
    const files = await readdir(folder).catch(() => undefined)
    if (!files) continue
    const texts = files.filter((file) => LICENCE_FILE.test(file)).sort()
    notices.push(
      [
        LINE,
        `${name} ${version}: ${license ?? 'see the text below'}`,
        ...(await Promise.all(texts.map((file) => readLicence(path.join(folder, file))))),
      ].join('\n\n'),
    )
  }
  return `Freehub contains the following third-party software, each under its own licence.\n\n${notices.join('\n\n')}\n`
}

/** Reads a licence file, or all files if it is a folder. */
async function readLicence(file) {
  const inside = await readdir(file).catch(() => undefined)
  if (!inside) return (await readFile(file, 'utf8')).trim()
  return (await Promise.all(inside.sort().map((name) => readLicence(path.join(file, name))))).join(
    '\n\n',
  )
}
