import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow tests that start shops as processes. They run first to shorten the whole run. */
const SLOW = ['scripts/start.test.ts', 'tests/resilience/']

/** Tests that repeat races many times. `npm test` instead forces each race once, in the test next to the code. */
const FULL_ONLY = 'tests/resilience/{payment-races,webhooks,lost-payment-report}.test.ts'

/** Tests that use process-wide metrics. */
const ISOLATED = ['server/observability.test.ts']

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOW.findIndex((file) => moduleId.includes(file))
  return rank === -1 ? SLOW.length : rank
}

const include = ['{contract,server,web,drawings,dev,tests,scripts,bench}/**/*.test.{ts,tsx}']

export default defineConfig({
  test: {
    globalSetup: ['tests/support/temporary-folder.ts', 'tests/support/database/postgres.ts'],
    setupFiles: ['tests/support/set-up-file.ts'],
    sequence: { sequencer: SlowestFirst },
    // The cache of `npm start` halves the start time of child processes.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/node') },
    // Tests mostly wait for processes and databases.
    maxWorkers: availableParallelism() + 2,
    // Many times the duration of the slowest test, for slow and busy machines.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Files of one worker share imported modules, because imports take half of the time.
      {
        test: {
          name: 'shared',
          include,
          exclude: [
            '**/{node_modules,dist}/**',
            ...ISOLATED,
            ...(process.env.RESILIENCE === 'full' ? [] : [FULL_ONLY]),
          ],
          isolate: false,
          // Without these, a failed test could also fail later files.
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      { test: { name: 'isolated', include: ISOLATED } },
    ],
  },
})
