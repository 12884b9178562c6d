import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

const RUNS = 5
const TIMEOUT_MS = 20 * 60_000

export interface PageSpeed {
  path: string
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Largest Contentful Paint. */
  lcpMs: number
  /** Total Blocking Time. */
  tbtMs: number
  /** Cumulative Layout Shift. */
  cls: number
  /** How many times slower the simulated CPU is. */
  cpuSlowdown: number
  /** IDs of the audits that lower a score. */
  failed: string[]
}

/**
 * Measures with Lighthouse one page of each kind that search engines index. Returns the median of five runs.
 * `chromium` is the path of the program, `url` the origin of the shop.
 */
export async function runLighthouse(chromium: string, url: string): Promise<PageSpeed[]> {
  const [part] = (await (await fetch(`${url}/parts?size=1`)).json()) as { _id: string }[]
  const partPath = `/allParts/${part?._id}`
  const paths = ['/', '/allParts', '/allParts?family=chains', partPath, '/blogs', '/login']
  const urls = paths.map((path) => url + path)
  const measure = ['bench/lighthouse/measure.mjs', chromium, String(RUNS), ...urls]
  const { stdout } = await promisify(execFile)(process.execPath, measure, { timeout: TIMEOUT_MS })
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as PageSpeed)
}

export interface FirstLoad {
  name: string
  kilobytes: number
  max: number
}

/** Measures the Brotli-compressed kilobytes that a first visit of `/` loads, with the allowed maximum. */
export async function measureFirstLoad(url: string): Promise<FirstLoad[]> {
  const page = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const pageBytes = getCompressedSize(page)
  const html = await page.text()
  const [modules = ''] = findUrls(html, /data-modules="([^"]+)"/g)
  const [, inlineScript = ''] = /<script data-modules="[^"]*">(.*?)<\/script>/s.exec(html) ?? []
  const linkedFiles = findUrls(html, /<link rel="(?:stylesheet|preload)"[^>]* href="([^"]+)"/g)
  const moduleBytes = await sumBytes(url, modules.split(' '))
  const scriptBytes = moduleBytes + brotliCompressSync(inlineScript).length
  const linkedBytes = await sumBytes(url, linkedFiles)
  return [
    { name: 'JavaScript of /', kilobytes: scriptBytes / 1000, max: 100 },
    {
      name: 'all of / except images',
      kilobytes: (pageBytes + moduleBytes + linkedBytes) / 1000,
      max: 165,
    },
  ]
}

/** Returns the compressed bytes of a response. Throws if the response has failed or does not state its length. */
function getCompressedSize({ ok, status, url, headers }: Response): number {
  const bytes = Number(headers.get('content-length'))
  if (!ok || bytes === 0)
    throw new Error(`${url} responded with status ${status} and ${bytes} bytes.`)
  return bytes
}

function findUrls(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].flatMap(([, url]) => url ?? [])
}

async function sumBytes(url: string, paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(url + path, { headers: { 'accept-encoding': 'br' } })
      await response.arrayBuffer()
      return getCompressedSize(response)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
