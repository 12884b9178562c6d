import type { FitInterface } from '@freehub/contract/fitment/fitment'
import type { Db } from '../../platform/database/connections/connect.ts'
import { readInterfaces } from '../catalog/parts/part-fits.ts'

/** Lists the interfaces by name, each with its sizes and their labels. */
export async function listInterfaces(db: Db): Promise<FitInterface[]> {
  const interfaces = [...(await readInterfaces(db)).values()]
  return interfaces
    .map(({ id, name, counterpart, sizes, pattern = null, words }) => ({
      ...{ id, name, counterpart, pattern },
      sizes: pattern ? [] : sizes.map((size) => ({ size, label: words?.sizes?.[size] ?? size })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
