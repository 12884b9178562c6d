import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../prepare/root.mjs'
import { listThirdPartyPackages } from './third-party-packages.mjs'

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i
const LINE = '-'.repeat(80)

/**
 * Formats the licences and licence texts of all packages that ship and are installed.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 */
export async function formatNotices(packages) {
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
