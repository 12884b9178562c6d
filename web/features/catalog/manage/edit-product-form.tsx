import type { Part } from '@freehub/contract/catalog/parts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { ProductSheet } from './product-sheet.tsx'
import { useEditPartForm } from './use-edit-part-form.ts'

interface EditProductFormProps {
  part: Part
  onSaved: () => void
  /** Shows the part as it is now, in place of what was typed. */
  onLookAnew: () => void
}

export function EditProductForm({ part, onSaved, onLookAnew }: EditProductFormProps) {
  const { form, draft, save, saving, isOvertaken } = useEditPartForm(part, onSaved)
  return (
    <ProductSheet form={form} draft={draft} onSend={save}>
      <SubmitButton busy={saving} atWork="Saving …">
        Save Product
      </SubmitButton>
      {isOvertaken && (
        <button type="button" className="btn btn-outline" onClick={onLookAnew}>
          Look at it anew
        </button>
      )}
      <Link className="btn btn-outline" to={paths.stock(part._id)}>
        Stock
      </Link>
    </ProductSheet>
  )
}
