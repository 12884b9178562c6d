import { setTimeout as wait } from 'node:timers/promises'
import { callsOf } from '../../support/shop/calls.ts'
import { Watched } from './watched.ts'

const LOOK_EVERY_MS = 100
const PAGES = ['/', '/allParts', '/parts?size=6', '/reviews', '/healthz']

/** People who look at the public pages of these shops, one after the other, without end. */
export function passersBy(urls: string[]) {
  const watched = new Watched()
  let open = true
  const looking = urls.map(async (url) => {
    const visit = watched.watch(callsOf(url), url)
    while (open) {
      for (const page of PAGES) await visit('GET', page).catch(() => {})
      await wait(LOOK_EVERY_MS)
    }
  })
  return {
    watched,
    async stop() {
      open = false
      await Promise.all(looking)
    },
  }
}
