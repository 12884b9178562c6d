import type { Part } from '@freehub/contract/catalog/parts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { ProductEditor } from './product-editor.tsx'
import { useEditPartForm } from './use-edit-part-form.ts'

interface EditProductFormProps {
  part: Part
  onSaved: () => void
  /** Discards the draft and shows the current part. */
  onReload: () => void
}

export function EditProductForm({ part, onSaved, onReload }: EditProductFormProps) {
  const { form, draft, save, isSaving, hasConflict } = useEditPartForm(part, onSaved)
  return (
    <ProductEditor form={form} draft={draft} onSubmit={save}>
      <SubmitButton busy={isSaving} busyLabel="Saving …">
        Save Product
      </SubmitButton>
      {hasConflict && (
        <button type="button" className="btn btn-outline" onClick={onReload}>
          Reload
        </button>
      )}
      <Link className="btn btn-outline" to={paths.stock(part._id)}>
        Stock
      </Link>
    </ProductEditor>
  )
}
