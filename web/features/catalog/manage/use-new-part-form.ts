import { useForm, useWatch } from 'react-hook-form'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { useAddPart } from './add-part.ts'
import { listNewPartErrors } from './new-part-errors.ts'
import { emptyDraft, type PartDraft, toNewPart } from './part-draft.ts'

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
