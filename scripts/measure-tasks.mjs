import { runWithChromium } from './check/run-with-chromium.mjs'

await runWithChromium('tests/e2e/task-effort/measure-tasks.ts')
