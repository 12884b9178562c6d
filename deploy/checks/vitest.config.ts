import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Configuration of `npm run check:deploy`, which lints and runs the files in deploy/. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['deploy/checks/*.check.ts'],
    globalSetup: ['tests/support/database/postgres.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
