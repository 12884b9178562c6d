import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../prepare/root.mjs'
import { everythingShipped } from './everything-shipped.mjs'

const TEXT = /^(licen[cs]e|copying|notice)/i
const LINE = '-'.repeat(80)

/**
 * The licences of all that ships and is installed here, with their texts as the packages bring them.
 * @param {Record<string, any>} packages what package-lock.json says under `packages`
 */
export async function noticesOf(packages) {
  const told = []
  for (const [where, { name, version, license }] of everythingShipped(packages)) {
    const folder = path.join(root, where)
    const files = await readdir(folder).catch(() => undefined)
    if (!files) continue
    const texts = files.filter((file) => TEXT.test(file)).sort()
    told.push(
      [
        LINE,
        `${name} ${version}: ${license ?? 'see its text'}`,
        ...(await Promise.all(texts.map((file) => textOf(path.join(folder, file))))),
      ].join('\n\n'),
    )
  }
  return `Freehub contains the following works of others, each under its own licence.\n\n${told.join('\n\n')}\n`
}

/** Some packages keep several in a folder. */
async function textOf(file) {
  const inside = await readdir(file).catch(() => undefined)
  if (!inside) return (await readFile(file, 'utf8')).trim()
  return (await Promise.all(inside.sort().map((name) => textOf(path.join(file, name))))).join(
    '\n\n',
  )
}
