import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Start shops as processes. They run first, so that none of them is the last to end. */
const LONG = ['scripts/start.test.ts', 'tests/resilience/']

/** Read what the whole process has counted, or count in it. */
const ISOLATED = ['server/seen-from-outside.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((file) => moduleId.includes(file))
  return rank === -1 ? LONG.length : rank
}

const include = ['{contract,server,web,drawings,dev,tests,scripts,bench}/**/*.test.{ts,tsx}']

export default defineConfig({
  test: {
    globalSetup: [
      'tests/support/database/temporary-files.ts',
      'tests/support/database/postgres.ts',
    ],
    sequence: { sequencer: LongestFirst },
    // Tests wait for processes and databases more than they compute.
    maxWorkers: availableParallelism() + 1,
    // Several times what the longest takes, for a slower machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // The files of a worker share the modules they import: importing them is half of the work.
      {
        test: {
          name: 'shared',
          include,
          exclude: ['**/{node_modules,dist}/**', ...ISOLATED],
          isolate: false,
        },
      },
      { test: { name: 'isolated', include: ISOLATED } },
    ],
  },
})
