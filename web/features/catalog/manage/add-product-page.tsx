import type { NewPart } from '@freehub/contract/catalog/parts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { useCreate } from '../../../api/use-create.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { useSession } from '../../identity/session.ts'
import { refetchParts } from '../refetch-parts.ts'
import { emptyDraft, listNewPartErrors, type PartDraft, toNewPart } from './part-draft.ts'
import { ProductEditor } from './product-editor.tsx'

export default function AddProductPage() {
  const session = useSession()
  return (
    <>
      <DashboardHead title="Add A Product" />
      {session.status === 'signedIn' && <AddProductForm email={session.user.email} />}
    </>
  )
}

const FORM_KEY = 'product'

/** The form that adds a part. Restores the draft, and clears it once the part is added. */
function AddProductForm({ email }: { email: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<PartDraft>({ defaultValues: readDraft(email, FORM_KEY, emptyDraft) })
  useFormDraft(email, FORM_KEY, form)
  const draft = useWatch({ control: form.control }) as PartDraft
  const { mutate: add, isPending } = useCreate({
    send: (part: NewPart, headers) =>
      call<{ insertedId: string }>('POST', '/parts', { body: part, headers }),
    onSuccess: ({ insertedId }, part) => {
      const href = paths.editProduct(insertedId)
      void showToast('Product Added successfully', 'success', {
        label: 'Add number and dimensions',
        href,
        onFollow: () => void navigate(href),
      })
      clearForm(part)
    },
    onError: (error) => showFieldErrors(form.setError, listNewPartErrors(error)),
    onSettled: () => refetchParts(client),
  })

  // Keeps the draft if the user changed it while the request was pending.
  function clearForm(sent: NewPart) {
    const typed = readDraft(email, FORM_KEY, form.getValues())
    if (JSON.stringify(toNewPart(typed)) !== JSON.stringify(sent)) return
    clearDraft(email, FORM_KEY)
    form.reset(emptyDraft, { keepFieldsRef: true })
    form.setFocus('name')
  }

  return (
    <ProductEditor
      form={form}
      draft={draft}
      withStock
      onSubmit={form.handleSubmit((typed) => add(toNewPart(typed)))}
    >
      <SubmitButton busy={isPending} busyLabel="Adding …">
        Add Product
      </SubmitButton>
    </ProductEditor>
  )
}
