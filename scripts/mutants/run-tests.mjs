/**
 * The child process. Runs the test file that each message names. Vite loads the mutated source instead of the file, and
 * no file on disk changes.
 */
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { root } from '../prepare/root.mjs'
import { WarmWorker } from './warm-worker.mjs'

const CLOSE_TIMEOUT_MS = 10_000

/** The loaded mutant: its path and code. Undefined while none is loaded. */
let mutant
let worker
const nextRun = { discarded: [], isMeasured: false }
const plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform: (_code, id) => (id === mutant?.path ? mutant.code : undefined),
}

const vitest = await createVitest(
  'test',
  {
    root,
    config: false, // The projects of vitest.config.ts would not load the plugin.
    include: ['{contract,server}/**/*.test.ts'],
    globalSetup: ['tests/support/temporary-folder.ts', 'tests/support/database/postgres.ts'],
    watch: false,
    retry: 0,
    bail: 1,
    maxWorkers: 1,
    isolate: false,
    pool: {
      name: 'warm',
      createPoolWorker: (options) => {
        worker ??= new WarmWorker(options, nextRun)
        return worker
      },
    },
    fsModuleCache: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: [{}],
  },
  { plugins: [plugin] },
)
await vitest.standalone()

process.on('message', async ({ file, code, test }) => {
  changeMutant(file && { path: path.join(root, file), code })
  nextRun.isMeasured = !file
  const failed = await findFailure(test)
  nextRun.discarded = []
  process.send({ failed, executed: file ? undefined : worker.executed })
})
process.on('disconnect', () => {
  // A mutant may loop forever, so this also kills the workers, which are in the group of this
  // process.
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), CLOSE_TIMEOUT_MS)
  vitest.close().finally(() => process.exit())
})
process.send({ ready: true })

/** Loads another mutant, or none, in place of the previous one. */
function changeMutant(next) {
  if (mutant?.code === next?.code) return
  for (const changed of [mutant, next]) {
    if (!changed) continue
    vitest.invalidateFile(changed.path)
    nextRun.discarded.push(changed.path)
  }
  mutant = next
}

/**
 * Runs a test file. Returns the file with the name of the first failed test or the message of the first error.
 * Undefined if the file passes.
 */
async function findFailure(test) {
  // Without this, the result includes failures of earlier runs.
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
    vitest.projects[0].createSpecification(path.join(root, test)),
  ])
  const module = testModules.find(({ moduleId }) => moduleId === path.join(root, test))
  if (module?.ok() && unhandledErrors.length === 0) return undefined
  const [first] = module?.children.allTests('failed') ?? []
  const errors = [...(module?.errors() ?? []), ...unhandledErrors]
  return `${test}: ${first?.name ?? errors[0]?.message ?? 'no result'}`
}
