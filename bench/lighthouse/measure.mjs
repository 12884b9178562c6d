/**
 * Measures pages with Lighthouse: a simulated mid-range phone on slow 4G.
 * `node measure.mjs <chromium> <runs> <url> [url …]` prints one line of JSON for each page: the median run's
 * scores from 0 to 100, times in milliseconds, layout shift, and how much slower the simulated CPU is.
 */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { computeMedianRun } from 'lighthouse/core/lib/median-run.js'

const [chromePath, runs, ...urls] = process.argv.slice(2)

const chromeFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const chrome = await launch({ chromePath, chromeFlags })
try {
  const indexes = []
  for (let n = 0; n < 3; n++) indexes.push((await run(urls[0])).lhr.environment.benchmarkIndex)
  const cpuSlowdown = chooseCpuSlowdown(indexes.toSorted((a, b) => a - b)[1])
  for (const url of urls) {
    const reports = []
    // A run in which Chromium painted nothing has no results and is repeated.
    for (let n = 0; n < 2 * Number(runs) && reports.length < Number(runs); n++) {
      const { lhr } = await run(url, cpuSlowdown)
      if (lhr.audits['first-contentful-paint'].numericValue) reports.push(lhr)
      else
        console.error(`${url} was not painted: ${lhr.runtimeError?.message ?? 'no reason given'}`)
    }
    if (reports.length < Number(runs))
      throw new Error(`${url} was painted ${reports.length} times.`)
    console.log(JSON.stringify(summarize(computeMedianRun(reports))))
  }
} finally {
  chrome.kill()
}

function run(url, cpuSlowdownMultiplier = 4) {
  const throttling = { cpuSlowdownMultiplier }
  return lighthouse(url, { port: chrome.port, logLevel: 'error', throttling })
}

/**
 * Chooses the factor by which Lighthouse slows this machine's CPU to that of a mid-range phone. `benchmarkIndex` is the
 * machine's speed. Source: "Calibrating the CPU slowdown" in Lighthouse's docs/throttling.md. Lighthouse's default of 4 is
 * for fast desktop computers.
 */
function chooseCpuSlowdown(benchmarkIndex) {
  if (benchmarkIndex >= 1500) return 4
  return benchmarkIndex >= 800 ? 2 : 1
}

function summarize({ requestedUrl, categories, audits, configSettings }) {
  const score = (category) => Math.round(100 * (categories[category]?.score ?? 0))
  return {
    path: new URL(requestedUrl).pathname + new URL(requestedUrl).search,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: audits['largest-contentful-paint'].numericValue,
    tbtMs: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    cpuSlowdown: configSettings.throttling.cpuSlowdownMultiplier,
    failed: ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
      categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
        .map(({ id }) => id),
    ),
  }
}
