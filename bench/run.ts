import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@freehub/dev/embedded-database/embedded'
import { fillDemo } from '@freehub/dev/sample-data/fill-demo'
import { compareBooking } from './booking.ts'
import { timeImports } from './importing.ts'
import { compareProcesses } from './many-processes.ts'
import { compareOrderLists } from './orders-lists.ts'
import { lookAtPages, weighFirstLoad } from './pages.ts'
import { end, freePort, startBareServer, startShop } from './processes.ts'
import { type Comparison, compareReading } from './reading.ts'
import { compareSessionCheck } from './session-check.ts'
import { settings } from './settings.ts'
import {
  printComparisons,
  printFirstLoad,
  printGrowths,
  printImports,
  printPages,
  printProcesses,
} from './tables.ts'
import { compareUnderAttack } from './worst-bodies.ts'

/**
 * What design §9 asks, of each comparison. Lists of a million orders read a few more levels of an
 * index, out of a memory that does not hold them all. Were all of them read, the ratio would be 0.01.
 * What a search looks up are lists that grow with the orders, though it reads few of these.
 */
const wanted = {
  reading: 0.7,
  booking: 0.6,
  statement: 0.6,
  signedIn: 0.15,
  orders: 0.8,
  search: 0.2,
  underAttack: 0.5,
}

const dataDir = await mkdtemp(join(tmpdir(), 'freehub-bench-'))
const postgres = process.env.DATABASE_URL
  ? { databaseUrl: process.env.DATABASE_URL, stop: async () => {} }
  : await startEmbeddedPostgres({ dataDir, log: () => {} })

try {
  const port = await freePort()
  const env = settings(postgres.databaseUrl, port)
  await fillDemo(env)
  const shop = await startShop(env)
  const url = `http://127.0.0.1:${port}`
  try {
    const parts = (await (await fetch(`${url}/parts?size=6`)).json()) as { _id: string }[]
    const paths = ['/parts?size=6', `/parts/${parts[0]?._id}`, '/']
    const { bare, url: bareUrl } = await startBareServer(url, paths)
    const rows: [Comparison, number][] = []
    const names = ['GET /parts?size=6', 'GET /parts/{id}', 'GET /']
    for (const [i, path] of paths.entries()) {
      const name = names[i] as string
      rows.push([await compareReading(name, `${url}${path}`, `${bareUrl}${path}`), wanted.reading])
    }
    await end(bare)
    rows.push([await compareBooking(url, postgres.databaseUrl), wanted.booking])
    const [statement, overHttp] = await compareSessionCheck(url, postgres.databaseUrl)
    rows.push([statement, wanted.statement], [overHttp, wanted.signedIn])
    printComparisons(rows)
    const { growths: processes, sales } = await compareProcesses(postgres.databaseUrl, env)
    printProcesses(processes, sales)
    const growths = await compareOrderLists(postgres.databaseUrl, env)
    printGrowths(growths.map((it) => [it, it.isSearch ? wanted.search : wanted.orders]))
    printComparisons([[await compareUnderAttack(url), wanted.underAttack]])
    printImports(await timeImports(url, postgres.databaseUrl))
    printFirstLoad(await weighFirstLoad(url))
    const chromium = process.env.CHROMIUM_PATH
    if (chromium) printPages(await lookAtPages(chromium, url, indexable(parts[0]?._id)))
    else console.log('\nThere is no Chromium here, so Lighthouse was left out.')
  } finally {
    await end(shop)
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** One page of each kind that search engines are shown. */
function indexable(partId: string | undefined): string[] {
  return ['/', '/allParts', '/allParts?family=chains', `/allParts/${partId}`, '/blogs', '/login']
}
