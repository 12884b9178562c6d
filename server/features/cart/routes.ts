import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { createCallRegistrar } from '../../platform/http/route.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import {
  createRateLimits,
  hashedName,
  refuseAboveLimit,
} from '../../platform/limits/rate-limits.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { changeCart } from './change-cart.ts'
import { mergeCart } from './merge-cart.ts'
import { countCart, previewCart, readCart } from './read-cart.ts'

/** Limit of previews for one network. Each change of a visitor's cart requests a preview. */
const PREVIEW_RULE = { windowSeconds: 60, max: 30 }

export async function cartRoutes(app: FastifyInstance, { db, guards }: Shop) {
  const register = createCallRegistrar(app, guards)
  const limits = createRateLimits(db)

  register(calls.previewCart, async ({ body }, request, reply) => {
    const key = `cart|preview|${hashedName(networkOf(request.ip))}`
    reply.header('cache-control', 'no-store')
    return (await refuseAboveLimit(limits, key, PREVIEW_RULE)) ?? previewCart(db, body.lines)
  })

  register(calls.readCart, ({ principal }) => readCart(db, principal.id))

  register(calls.countCart, ({ principal }) => countCart(db, principal.id))

  register(calls.changeCart, ({ body, key, principal }) =>
    changeCart(db, principal.id, body.changes, key),
  )

  register(calls.mergeCart, ({ body, principal }) => mergeCart(db, principal.id, body))
}
