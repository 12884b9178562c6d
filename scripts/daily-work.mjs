import { runWithChromium } from './check/run-with-chromium.mjs'

await runWithChromium('tests/e2e/daily-work/measure-tasks.ts')
