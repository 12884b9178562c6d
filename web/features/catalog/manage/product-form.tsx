import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { ProductSheet } from './product-sheet.tsx'
import { useNewPartForm } from './use-new-part-form.ts'

/** Adds a part. What the browser cannot know, the shop says. */
export function ProductForm({ email }: { email: string }) {
  const { form, draft, add, adding } = useNewPartForm(email)
  return (
    <ProductSheet form={form} draft={draft} withStock onSend={add}>
      <SubmitButton busy={adding} atWork="Adding …">
        Add Product
      </SubmitButton>
    </ProductSheet>
  )
}
