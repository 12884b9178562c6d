import { setTimeout as wait } from 'node:timers/promises'
import { createApiClient } from '../../support/shop/calls.ts'
import { CallLog } from './call-log.ts'

const VISIT_INTERVAL_MS = 100
const PAGES = ['/', '/allParts', '/parts?size=6', '/reviews', '/healthz']

/** Requests the public pages of these shops repeatedly. */
export function startVisitors(urls: string[]) {
  const log = new CallLog()
  let isOpen = true
  const loops = urls.map(async (url) => {
    const visit = log.record(createApiClient(url), url)
    while (isOpen) {
      for (const page of PAGES) await visit('GET', page).catch(() => {})
      await wait(VISIT_INTERVAL_MS)
    }
  })
  return {
    log,
    async stop() {
      isOpen = false
      await Promise.all(loops)
    },
  }
}
