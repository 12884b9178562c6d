import { calls } from '@freehub/contract/calls'
import type { FitInterface } from '@freehub/contract/fitment/fitment'
import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { MISSING_RESPONSE, sendCachedResponse } from '../../platform/cache/cached-response.ts'
import { sendCachedJson } from '../../platform/cache/response-cache.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { deleteOwnRow } from '../../platform/database/delete-own-row.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { createCallRegistrar, UNLISTED_WITHOUT_SHEDDING } from '../../platform/http/route.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import {
  createRateLimits,
  hashedName,
  refuseAboveLimit,
} from '../../platform/limits/rate-limits.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { type Interfaces, readInterfaces } from '../catalog/parts/part-fits.ts'
import { svgResponse } from '../catalog/parts/svg-response.ts'
import type { PartInterface } from '../catalog/relations/interface-compatibility.ts'
import { addBuildJob, addBuildJobToCart, changeBuildJob } from './build-jobs/change-build-jobs.ts'
import { listBuildJobs } from './build-jobs/list-build-jobs.ts'
import { readBuildJob } from './build-jobs/read-build-jobs.ts'
import { checkFit } from './check-fit.ts'
import { addProfile, changeProfile, listProfiles } from './profiles/profiles.ts'
import { drawWheel, parseDrawingFile } from './wheels/draw-wheel.ts'
import { findWheelParts, listWheelParts } from './wheels/list-wheel-parts.ts'
import { planWheel } from './wheels/plan-wheel.ts'

/** Rate limit of each call per network. The cart screen requests a check after each change. */
const RATE_LIMIT = { windowSeconds: 60, max: 120, isLossy: true }

/** Interfaces rarely change. */
const INTERFACES_TTL_MS = 60_000

export async function fitmentRoutes(app: FastifyInstance, { db, reads, guards, caches }: Shop) {
  const register = createCallRegistrar(app, guards)
  const limits = createRateLimits(db)
  const definitions = new LRUCache<'all', Interfaces>({
    max: 1,
    ttl: INTERFACES_TTL_MS,
    fetchMethod: () => readInterfaces(db),
  })
  const getInterfaces = async () => (await definitions.fetch('all')) ?? readInterfaces(db)

  const refuseAbove = ({ ip }: FastifyRequest, call: 'check' | 'plan') =>
    refuseAboveLimit(limits, `fitment|${call}|${hashedName(networkOf(ip))}`, RATE_LIMIT)

  register(calls.checkFit, async ({ body }, request, reply) => {
    if (body.jobId || body.profileId) {
      await guards.user.call(app, request, reply)
      if (reply.sent) return reply
    }
    reply.header('cache-control', 'no-store')
    const refusal = await refuseAbove(request, 'check')
    return refusal ?? checkFit(db, await getInterfaces(), body, request.principal?.id)
  })

  register(calls.planWheel, async ({ body }, request) => {
    return (await refuseAbove(request, 'plan')) ?? planWheel(db, await getInterfaces(), body)
  })

  app.get<{ Params: { file: string } }>(
    '/drawings/wheels/:file',
    UNLISTED_WITHOUT_SHEDDING,
    async ({ params: { file } }, reply) => {
      const wheel = parseDrawingFile(file)
      if (!wheel) return sendRefusal(reply, refuse('drawing_missing'))
      const response = await caches.drawings.get(`wheel ${file}`, async () => {
        const drawing = await drawWheel(db, wheel)
        return drawing ? svgResponse(drawing) : MISSING_RESPONSE
      })
      if (response.status === 404) return sendRefusal(reply, refuse('drawing_missing'))
      return sendCachedResponse(reply.request, reply, response)
    },
  )

  register(calls.listWheelParts, (_, request, reply) =>
    sendCachedJson(request, reply, caches.search, 'wheel parts', () => reads.read(listWheelParts)),
  )

  register(calls.findWheelParts, ({ query }, request, reply) => {
    const key = `wheel parts ${query.kind} ${query.search}`
    const find = () => reads.read((db) => findWheelParts(db, query))
    return sendCachedJson(request, reply, caches.search, key, find)
  })

  register(calls.listInterfaces, (_, request, reply) =>
    sendCachedJson(request, reply, caches.search, 'interfaces', () => reads.read(listInterfaces)),
  )

  register(calls.listJobs, async ({ principal }) =>
    listBuildJobs(db, await getInterfaces(), principal.id),
  )

  register(calls.readJob, ({ params, principal }) => readBuildJob(db, principal.id, params.id))

  register(calls.addJob, ({ body, key, principal }) => addBuildJob(db, principal.id, body, key))

  register(calls.changeJob, ({ params, body, principal }) =>
    changeBuildJob(db, principal.id, params.id, body),
  )

  register(calls.deleteJob, ({ params, principal }) =>
    deleteOwnRow(db, 'jobs', principal.id, params.id, 'job_missing'),
  )

  register(calls.addJobToCart, ({ params, key, principal }) =>
    addBuildJobToCart(db, principal.id, params.id, key),
  )

  register(calls.listProfiles, ({ principal }) => listProfiles(db, principal.id))

  register(calls.addProfile, ({ body, key, principal }) => addProfile(db, principal.id, body, key))

  register(calls.changeProfile, ({ params, body, principal }) =>
    changeProfile(db, principal.id, params.id, body),
  )

  register(calls.deleteProfile, ({ params, principal }) =>
    deleteOwnRow(db, 'bike_profiles', principal.id, params.id, 'profile_missing'),
  )
}

/** Lists the interfaces by name, each with its sizes and their labels. */
async function listInterfaces(db: Db): Promise<FitInterface[]> {
  const interfaces = [...(await readInterfaces(db)).values()]
  return interfaces
    .map(({ id, name, counterpart, sizes, pattern = null, ends = null, words }) => ({
      id,
      name,
      counterpart,
      pattern,
      ends,
      sizes: pattern ? [] : sizes.map((size) => ({ size, label: formatSize(size, words) })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Names a size: `pads of shape A`, `27.2 mm`, or the size itself. */
function formatSize(size: string, words: PartInterface['words']): string {
  return words?.sizes?.[size] ?? (words?.need.includes('{size} mm') ? `${size} mm` : size)
}
