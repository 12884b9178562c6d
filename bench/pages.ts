import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const RUNS = 5
const WITHIN_MS = 20 * 60_000

export interface PageSpeed {
  path: string
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  largestPaintMs: number
  blockingMs: number
  shift: number
  /** Audits that cost a score its 100. */
  failed: string[]
}

/** The pages as Lighthouse sees them, each the median of five runs. Chromium by its path. */
export async function lookAtPages(
  chromium: string,
  url: string,
  paths: string[],
): Promise<PageSpeed[]> {
  const urls = paths.map((path) => url + path)
  const measure = ['bench/lighthouse/measure.mjs', chromium, String(RUNS), ...urls]
  const { stdout } = await promisify(execFile)(process.execPath, measure, { timeout: WITHIN_MS })
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as PageSpeed)
}

export interface FirstLoad {
  what: string
  kilobytes: number
  most: number
}

/** What a first visit of `/` loads in Brotli, in kilobytes, beside what it may. */
export async function weighFirstLoad(url: string): Promise<FirstLoad[]> {
  const page = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const pageBytes = Number(page.headers.get('content-length'))
  const html = await page.text()
  const scripts = [
    ...found(html, /<script src="([^"]+)"/g),
    ...found(html, /data-modules="([^"]+)"/g).flatMap((modules) => modules.split(' ')),
  ]
  const others = found(html, /<link rel="(?:stylesheet|preload)"[^>]* href="([^"]+)"/g)
  const scriptBytes = await weigh(url, scripts)
  const otherBytes = await weigh(url, others)
  return [
    { what: 'JavaScript of /', kilobytes: scriptBytes / 1000, most: 115 },
    {
      what: 'all of / but pictures',
      kilobytes: (pageBytes + scriptBytes + otherBytes) / 1000,
      most: 165,
    },
  ]
}

function found(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].flatMap(([, address]) => address ?? [])
}

async function weigh(url: string, paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } })
      await answer.arrayBuffer()
      return Number(answer.headers.get('content-length'))
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
