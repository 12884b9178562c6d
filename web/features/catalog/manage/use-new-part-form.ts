import { useForm, useWatch } from 'react-hook-form'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { dropDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { useKeptDraft } from '../../../ui/forms/use-kept-draft.ts'
import { useAddPart } from './add-part.ts'
import { type NewPartDraft, newPartOf, nothingTyped } from './new-part-draft.ts'
import { newPartRefusal } from './new-part-refusal.ts'

const FORM = 'product'

/** The form that adds a part, as it was left; once the part is added it begins anew. */
export function useNewPartForm(email: string) {
  const form = useForm<NewPartDraft>({ defaultValues: readDraft(email, FORM, nothingTyped) })
  useKeptDraft(email, FORM, form)
  const draft = useWatch({ control: form.control }) as NewPartDraft

  const { mutate, isPending } = useAddPart({
    // What was typed while the part was under way, here or after coming back, was not sent with it.
    onAdded(sent) {
      const typed = readDraft(email, FORM, form.getValues())
      if (JSON.stringify(newPartOf(typed)) !== JSON.stringify(sent)) return
      dropDraft(email, FORM)
      form.reset(nothingTyped, { keepFieldsRef: true })
      form.setFocus('name')
    },
    onRefused(error) {
      for (const [field, message] of newPartRefusal(error)) {
        form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
      }
    },
  })

  const send = useMutateOnce(mutate)

  return {
    form,
    draft,
    add: form.handleSubmit((typed) => send(newPartOf(typed))),
    adding: isPending,
  }
}
