import type { PartImport } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'

/** Formats the progress or result of an import. */
export function formatImportStatus(partImport: PartImport): string {
  const { counts, applied, failed } = partImport
  const productCount = countProducts(partImport)
  switch (partImport.state) {
    case 'reading':
      return `${pluralize(productCount + counts.same + counts.wrong, 'row', 'rows')} read so far`
    case 'refused':
      return 'Could not be read'
    case 'read':
      return productCount > 0
        ? `${pluralize(productCount, 'product', 'products')} to import`
        : 'Nothing to import'
    case 'applying':
      return `${formatCount(applied + failed)} of ${pluralize(productCount, 'product', 'products')} so far`
    case 'applied':
      return failed > 0
        ? `${pluralize(applied, 'product', 'products')} imported, ${formatCount(failed)} failed`
        : `${pluralize(applied, 'product', 'products')} imported`
    case 'cancelled':
      return applied + failed > 0
        ? `Stopped after ${formatCount(applied + failed)} of ${pluralize(productCount, 'product', 'products')}`
        : 'Cancelled. Nothing was imported'
  }
}

/** Counts the products that are added or changed. */
export function countProducts({ counts }: PartImport): number {
  return counts.add + counts.change
}
