import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,sandbox,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/testing/postgres.ts'],
    // Many tests wait for others more than they work: more at once than there are cores.
    maxWorkers: availableParallelism() + 1,
    // What a busy machine can do to a clock; whoever passes only then is named at the end.
    retry: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for comes late on a busy machine: a second, which is the custom, is too short.
    expect: { poll: { timeout: 10_000 } },
  },
})
