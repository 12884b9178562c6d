import { expect, test } from 'vitest'

import { runNpmScript } from './run-with-deadline.mjs'

test('reports a script that fails without output', async () => {
  const problem = await runNpmScript('missing', Date.now() + 60_000)
  expect(problem).toBe('npm run missing failed with exit code 1.')
})
