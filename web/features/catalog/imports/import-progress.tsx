import type { PartImport } from '@freehub/contract/catalog/imports'
import { CancelImport } from './cancel-import.tsx'
import { countProducts, formatImportStatus } from './format-import.ts'

/** Progress of an import, which continues if the user leaves the page. */
export function ImportProgress({ partImport }: { partImport: PartImport }) {
  const isApplying = partImport.state === 'applying'
  return (
    <div className="import-progress">
      <h2>{isApplying ? 'Importing products' : 'Reading the file'}</h2>
      <progress
        className="progress"
        aria-label={isApplying ? 'Products imported' : 'Reading the file'}
        {...(isApplying && {
          max: countProducts(partImport),
          value: partImport.applied + partImport.failed,
        })}
      />
      <p className="num second">{formatImportStatus(partImport)}. You can leave this page.</p>
      <CancelImport partImport={partImport}>
        {isApplying ? 'Stop importing' : 'Cancel'}
      </CancelImport>
    </div>
  )
}
