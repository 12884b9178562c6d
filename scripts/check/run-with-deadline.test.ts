import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runNpmScript } from './run-with-deadline.mjs'

test('reports a script that fails without output', async () => {
  const problem = await runNpmScript('missing', Date.now() + 60_000)
  expect(problem).toBe('npm run missing failed with exit code 1.')
})

test('runs a script with the npm that started the tests', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'freehub-npm-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const npm = path.join(folder, 'npm.js')
  await writeFile(npm, "console.log(process.argv.slice(2).join(' ')); process.exit(1)")
  vi.stubEnv('npm_execpath', npm)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await runNpmScript('missing', Date.now() + 60_000)).toBe('run --silent missing\n')
})
