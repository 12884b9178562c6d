import path from 'node:path'
import { listInstallDifferences } from './installed-versions.mjs'
import { root } from './root.mjs'
import { runNpm } from './run-command.mjs'

const LOG_INTERVAL_MS = 15_000

/** Runs `npm ci` unless the installed packages match package-lock.json. */
export async function ensureInstalled() {
  if ((await listInstallDifferences()).length === 0) return
  console.log('Installing the packages (once, about half a minute) …')
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const timer = setInterval(
    () => console.log(`  still installing, ${seconds()} s`),
    LOG_INTERVAL_MS,
  )
  // With NODE_ENV=production npm would skip the build tools.
  const { code } = await runNpm(['ci', '--include=dev', '--loglevel=error'])
  clearInterval(timer)
  if (code !== 0) throw new Error("The packages could not be installed: see npm's output above.")
  console.log(`  installed in ${seconds()} s`)
}

/** Installs Lighthouse (180 MB), which only the benchmarks need. */
export async function ensureLighthouse() {
  const folder = path.join(root, 'bench/lighthouse')
  if ((await listInstallDifferences(folder)).length === 0) return
  console.log('Installing Lighthouse …')
  const { code } = await runNpm(['ci', '--loglevel=error'], { cwd: folder })
  if (code !== 0) throw new Error("Lighthouse could not be installed: see npm's output above.")
}
