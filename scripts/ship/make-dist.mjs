import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findNode } from '../prepare/pinned-node.mjs'
import { root } from '../prepare/root.mjs'
import { noticesOf } from './notices.mjs'
import { sbomOf } from './sbom.mjs'
import { shippedPackages } from './shipped-packages.mjs'

const DIST = path.join(root, 'dist/freehub')

/** What is only there for tests, for editors, or for who looks into the sources of packages. */
const LEFT_OUT = [/\.test\.ts$/, /^(server|contract|drawings)\/node_modules$/]
const LEFT_OUT_OF_PACKAGES = /\.(map|d\.[cm]?ts)$/

/**
 * Lays what runs in production into `dist/freehub`: the shop, the built pages, the packages that ship,
 * the pinned Node, and the papers about them. It needs nothing else of the machine than C libraries.
 * Answers the folder.
 */
export async function makeDist() {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'))
  const making = `${DIST}.new`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  await copyShop(making)
  await copyPackages(making, [...shippedPackages(packages, 'server').keys()])
  await copyNode(making)
  await writeFile(path.join(making, 'THIRD-PARTY-NOTICES.txt'), await noticesOf(packages))
  await writeFile(path.join(making, 'sbom.cdx.json'), await sbomOf(packages))
  await rm(DIST, { recursive: true, force: true })
  await rename(making, DIST)
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
        return !LEFT_OUT.some((pattern) => pattern.test(name))
      },
    })
  }
}

/** Those of other platforms are not there to be copied. */
async function copyPackages(folder, wheres) {
  for (const where of wheres) {
    await cp(path.join(root, where), path.join(folder, where), {
      recursive: true,
      // What lies in a package's own folder of packages is wanted or not by its own name.
      filter: (source) =>
        !LEFT_OUT_OF_PACKAGES.test(source) &&
        !path.relative(path.join(root, where), source).startsWith('node_modules'),
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
