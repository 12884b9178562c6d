import type { NewPart } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { call } from '../../../api/call.ts'
import { isOutcomeUnknown } from '../../../api/call-error.ts'
import { createIdempotencyKeys } from '../../../api/idempotency-keys.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { useSession } from '../../identity/session.ts'
import { refetchParts } from '../refetch-parts.ts'
import { emptyDraft, listNewPartErrors, type PartDraft, toNewPart } from './part-draft.ts'
import { ProductEditor } from './product-editor.tsx'

export function Component() {
  const session = useSession()
  return (
    <>
      <PageHead title="Add A Product" />
      <div className="dash-head">
        <h1>Add A Product</h1>
      </div>
      {session.status === 'signedIn' && <AddProductForm email={session.user.email} />}
    </>
  )
}

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

const FORM_KEY = 'product'

/** State of the form that adds a part. Restores the draft, and clears it once the part is added. */
export function useNewPartForm(email: string) {
  const form = useForm<PartDraft>({ defaultValues: readDraft(email, FORM_KEY, emptyDraft) })
  useFormDraft(email, FORM_KEY, form)
  const draft = useWatch({ control: form.control }) as PartDraft

  const { mutate, isPending } = useAddPart({
    // Keep the draft if the user changed it while the request was pending.
    onAdded(sent) {
      const typed = readDraft(email, FORM_KEY, form.getValues())
      if (JSON.stringify(toNewPart(typed)) !== JSON.stringify(sent)) return
      clearDraft(email, FORM_KEY)
      form.reset(emptyDraft, { keepFieldsRef: true })
      form.setFocus('name')
    },
    onRefused(error) {
      for (const [field, message] of listNewPartErrors(error)) {
        form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
      }
    },
  })

  const send = useMutateOnce(mutate)

  return {
    form,
    draft,
    add: form.handleSubmit((typed) => send(toNewPart(typed))),
    isAdding: isPending,
  }
}

/** Adds a part to the catalogue. An idempotency key makes retries safe. */
export function useAddPart(callbacks: {
  onAdded: (part: NewPart) => void
  onRefused: (error: Error) => void
}) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())

  return useMutation({
    mutationFn: (part: NewPart) =>
      call<{ insertedId: string }>('POST', '/parts', {
        body: part,
        headers: { 'Idempotency-Key': keys.getKey(part) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
    onSuccess: (_, part) => {
      keys.reset()
      void showToast('Product Added successfully')
      callbacks.onAdded(part)
    },
    onError: callbacks.onRefused,
    onSettled: () => refetchParts(client),
  })
}
