import type { Part } from '@freehub/contract/catalog/parts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CallError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { useChangePart } from './change-part.ts'
import { diffDraft, toDraft } from './edit-part-draft.ts'
import type { PartDraft } from './part-draft.ts'

const FIELDS = ['name', 'price', 'minimumOrder', 'description', 'img'] as const

/** State of the form that edits a part. `seen` is the part when the form opened. */
export function useEditPartForm(seen: Part, onSaved: () => void) {
  const form = useForm<PartDraft>({ defaultValues: toDraft(seen) })
  const draft = useWatch({ control: form.control }) as PartDraft
  const [hasConflict, setHasConflict] = useState(false)
  const { mutate, isPending } = useChangePart()
  const send = useMutateOnce(mutate)

  function save(typed: PartDraft) {
    const change = diffDraft(seen, typed)
    if (!change) return onSaved()
    send(
      { id: seen._id, change },
      {
        onSuccess: onSaved,
        onError(error) {
          setHasConflict(error instanceof CallError && error.problem.code === 'part_changed')
          for (const [field, message] of toFieldErrors(error, FIELDS)) {
            form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
          }
        },
      },
    )
  }

  return {
    form,
    draft,
    save: form.handleSubmit(save),
    isSaving: isPending,
    hasConflict,
  }
}
