import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

type Row = { model: string; payload: AdapterPayload; expiresAt: number }

const MAX_ROWS = 5000

/**
 * Stores the provider's data in memory until it expires. Sessions are not stored, so that users choose an
 * account each time.
 */
export function createMemoryAdapter(): AdapterFactory {
  const rows = new Map<string, Row>()

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const find = (id: string) => {
      const row = rows.get(keyOf(id))
      return row && row.expiresAt > Date.now() ? row.payload : undefined
    }
    return {
      find: async (id) => find(id),
      async upsert(id, payload, expiresIn = 3600) {
        if (model === 'Session') return
        rows.set(keyOf(id), { model, payload, expiresAt: Date.now() + expiresIn * 1000 })
        for (const key of [...rows.keys()].slice(0, -MAX_ROWS)) rows.delete(key)
      },
      async consume(id) {
        const payload = find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key)
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    }
  }
}
