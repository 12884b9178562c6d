import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Far longer than their size tells: begun late, one of them is waited for alone. */
const LONG = [
  'server/hurt/every-step.test.ts',
  'scripts/start.test.ts',
  'server/hurt/postgres.test.ts',
]

/** The longest files first, then as Vitest orders them: by what it remembers, else by their size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((file) => moduleId.endsWith(file))
  return place === -1 ? LONG.length : place
}

export default defineConfig({
  test: {
    include: ['{contract,server,web,sandbox,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/testing/temporary-files.ts', 'server/testing/postgres.ts'],
    sequence: { sequencer: LongestFirst },
    // Many tests wait for others more than they work: more at once than there are cores.
    maxWorkers: availableParallelism() + 1,
    // What a busy machine can do to a clock; whoever passes only then is named at the end.
    retry: 1,
    // Four times what the longest of them takes, for a machine that is so much slower.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes late on a busy machine: a second, which is the custom, is too short.
    expect: { poll: { timeout: 20_000 } },
  },
})
