import { existsSync } from 'node:fs'
import path from 'node:path'
import { installedDifferences } from './installed-versions.mjs'
import { root } from './root.mjs'
import { runNpm } from './run-command.mjs'

const SAY_EVERY_MS = 15_000

/** Installs what package-lock.json says, unless that is what is there. */
export async function ensureInstalled() {
  if ((await installedDifferences()).length === 0) return
  console.log('Installing the packages (once, about half a minute) …')
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const timer = setInterval(() => console.log(`  still installing, ${seconds()} s`), SAY_EVERY_MS)
  // Under NODE_ENV=production npm would leave out what builds the pages.
  const { code } = await runNpm(['ci', '--include=dev', '--loglevel=error'])
  clearInterval(timer)
  if (code !== 0) throw new Error('The packages could not be installed: npm says above why.')
  console.log(`  installed in ${seconds()} s`)
}

/** Installs Lighthouse, which only the bench needs and which weighs more than many others together. */
export async function ensureLighthouse() {
  const folder = path.join(root, 'bench/lighthouse')
  if (existsSync(path.join(folder, 'node_modules/lighthouse'))) return
  console.log('Installing Lighthouse …')
  const { code } = await runNpm(['ci', '--loglevel=error'], { cwd: folder })
  if (code !== 0) throw new Error('Lighthouse could not be installed: npm says above why.')
}
