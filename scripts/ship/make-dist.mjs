import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findNode } from '../prepare/pinned-node.mjs'
import { root } from '../prepare/root.mjs'
import { formatNotices } from './notices.mjs'
import { createSbom } from './sbom.mjs'
import { listShippedPackages } from './shipped-packages.mjs'

const DIST = path.join(root, 'dist/freehub')

/** Tests, and the packages' type declarations and source maps, do not ship. */
const EXCLUDED = [/\.test\.ts$/, /^(server|contract|drawings)\/node_modules$/]
const EXCLUDED_FROM_PACKAGES = /\.(map|d\.[cm]?ts)$/

/**
 * Copies what runs in production into `dist/freehub`: the shop, the built pages, the packages that ship, the
 * pinned Node, the licence notices and the SBOM. The machine needs only C libraries. Returns the folder.
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

async function copyShop(folder) {
  const { name, version, license, type } = await readJson('package.json')
  const manifest = { name, version, private: true, license, type }
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const part of ['contract', 'drawings', 'server', 'web/dist', 'LICENSE']) {
    await cp(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => {
        const name = path.relative(root, source).split(path.sep).join('/')
        return !EXCLUDED.some((pattern) => pattern.test(name))
      },
    })
  }
}

/** Copies the packages. Those for other platforms are not installed and are skipped. */
async function copyPackages(folder, paths) {
  for (const packagePath of paths) {
    await cp(path.join(root, packagePath), path.join(folder, packagePath), {
      recursive: true,
      // Nested packages are listed by their own path.
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
