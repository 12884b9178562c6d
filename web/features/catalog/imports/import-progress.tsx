import type { PartImport } from '@freehub/contract/catalog/imports'
import { CancelImport } from './cancel-import.tsx'
import { importInWords, productsIn } from './import-in-words.ts'

/** An import at work. The page may be left: it goes on. */
export function ImportProgress({ one }: { one: PartImport }) {
  const applying = one.state === 'applying'
  return (
    <div className="import-progress">
      <h2>{applying ? 'The products are being imported' : 'The file is being read'}</h2>
      <progress
        className="progress"
        aria-label={applying ? 'Products imported' : 'Reading'}
        {...(applying && { max: productsIn(one), value: one.applied + one.failed })}
      />
      <p className="num second">{importInWords(one)}. You may leave this page: it goes on.</p>
      <CancelImport one={one}>{applying ? 'Stop importing' : 'Cancel'}</CancelImport>
    </div>
  )
}
