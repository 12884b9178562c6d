import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { ProductEditor } from './product-editor.tsx'
import { useNewPartForm } from './use-new-part-form.ts'

export function AddProductForm({ email }: { email: string }) {
  const { form, draft, add, isAdding } = useNewPartForm(email)
  return (
    <ProductEditor form={form} draft={draft} withStock onSubmit={add}>
      <SubmitButton busy={isAdding} busyLabel="Adding …">
        Add Product
      </SubmitButton>
    </ProductEditor>
  )
}
