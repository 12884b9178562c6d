import type { PartImport } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'

/** How far an import is, in a sentence. */
export function importInWords(one: PartImport): string {
  const { counts, applied, failed } = one
  const wanted = productsIn(one)
  switch (one.state) {
    case 'reading':
      return `${counted(wanted + counts.same + counts.wrong, 'row', 'rows')} read so far`
    case 'refused':
      return 'Could not be read'
    case 'read':
      return wanted > 0
        ? `${counted(wanted, 'product', 'products')} to import`
        : 'Nothing to import'
    case 'applying':
      return `${formatCount(applied + failed)} of ${counted(wanted, 'product', 'products')} so far`
    case 'applied':
      return failed > 0
        ? `${counted(applied, 'product', 'products')} imported, ${formatCount(failed)} not`
        : `${counted(applied, 'product', 'products')} imported`
    case 'cancelled':
      return applied + failed > 0
        ? `Stopped after ${formatCount(applied + failed)} of ${counted(wanted, 'product', 'products')}`
        : 'Stopped, nothing was imported'
  }
}

/** How many products would be added or changed. */
export function productsIn({ counts }: PartImport): number {
  return counts.add + counts.change
}
