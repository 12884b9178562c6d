/**
 * Measures pages with Lighthouse's default: a simulated mid-range phone on slow 4G.
 * `node measure.mjs <chromium> <runs> <url> [url …]` prints one line of JSON for each page: the median run's
 * scores from 0 to 100, times in milliseconds, and layout shift.
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
  for (const url of urls) {
    const reports = []
    // A run in which Chromium painted nothing has no results and is repeated.
    for (let run = 0; run < 2 * Number(runs) && reports.length < Number(runs); run++) {
      const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error' })
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

function summarize({ requestedUrl, categories, audits }) {
  const score = (category) => Math.round(100 * (categories[category]?.score ?? 0))
  return {
    path: new URL(requestedUrl).pathname + new URL(requestedUrl).search,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaintMs: audits['largest-contentful-paint'].numericValue,
    blockingMs: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
    failed: ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
      categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
        .map(({ id }) => id),
    ),
  }
}
