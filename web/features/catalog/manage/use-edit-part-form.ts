import type { Part } from '@freehub/contract/catalog/parts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CallError } from '../../../api/call-error.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { useChangePart } from './change-part.ts'
import { changeOf, draftOf } from './edit-part-draft.ts'
import type { NewPartDraft } from './new-part-draft.ts'

const FIELDS = ['name', 'price', 'minimumOrder', 'description', 'img'] as const

/** The form that changes a part on sale. `seen` is the part as it was when the form was opened. */
export function useEditPartForm(seen: Part, onSaved: () => void) {
  const form = useForm<NewPartDraft>({ defaultValues: draftOf(seen) })
  const draft = useWatch({ control: form.control }) as NewPartDraft
  const [isOvertaken, setOvertaken] = useState(false)
  const { mutate, isPending } = useChangePart()
  const send = useMutateOnce(mutate)

  function save(typed: NewPartDraft) {
    const change = changeOf(seen, typed)
    if (!change) return onSaved()
    send(
      { id: seen._id, change },
      {
        onSuccess: onSaved,
        onError(error) {
          setOvertaken(error instanceof CallError && error.problem.code === 'part_changed')
          for (const [field, message] of refusedFields(error, FIELDS)) {
            form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
          }
        },
      },
    )
  }

  return { form, draft, save: form.handleSubmit(save), saving: isPending, isOvertaken }
}
