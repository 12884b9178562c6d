import type { ChangedPart, Part } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { readPartsAnew } from '../read-parts-anew.ts'
import { showPart } from './managed-parts-list.ts'

interface PartChange {
  id: string
  change: ChangedPart
}

/**
 * Changes what is said of a part. Whatever is answered, the part is shown as it is then. Where it has
 * become what was wanted all the same, as when the first answer was lost, that is as good.
 */
export function useChangePart() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async ({ id, change }: PartChange) => {
      try {
        return await call<Part>('PATCH', `/api/parts/${encodeURIComponent(id)}`, { body: change })
      } catch (error) {
        const part = hasChanged(error) ? await readPart(id) : undefined
        if (part) showPart(client, part)
        if (part && isAsWanted(part, change)) return part
        throw error
      }
    },
    networkMode: 'always',
    onSuccess: (part) => showPart(client, part),
    onSettled: () => readPartsAnew(client),
  })
}

function hasChanged(error: unknown): boolean {
  return error instanceof CallError && error.problem.code === 'part_changed'
}

/** Nothing where it cannot be read now; the lists are read anew a little later. */
function readPart(id: string): Promise<Part | undefined> {
  return call<Part>('GET', `/parts/${encodeURIComponent(id)}`, { plain: true }).catch(
    () => undefined,
  )
}

function isAsWanted(part: Part, { seen: _, ...change }: ChangedPart): boolean {
  return Object.entries(change).every(([field, value]) => part[field as keyof Part] === value)
}
