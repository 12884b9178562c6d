import { MAX_CODE_LENGTH } from '@freehub/contract/order-pad/codes'
import type { OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { createField, limitLength } from '../../../ui/forms/create-field.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { PartNumberError } from '../find-part-by-number.ts'
import {
  findUsedNumber,
  OWN_NUMBERS_QUERY_KEY,
  type OwnNumberFields,
  saveOwnNumber,
} from './own-numbers-queries.ts'

interface OwnNumberFormProps {
  /** The own number to change. Undefined to add a number. */
  numberToChange: OwnNumber | undefined
  /** The email of the customer. */
  email: string
  onClose: () => void
}

/** Adds or changes an own number. Asks for confirmation before it replaces the part of a number. */
export function OwnNumberForm({ numberToChange, email, onClose }: OwnNumberFormProps) {
  const client = useQueryClient()
  const [usedNumber, setUsedNumber] = useState<OwnNumber>()
  const before = { code: numberToChange?.code ?? '', partNumber: numberToChange?.sku ?? '' }
  // Each number has its own draft. A draft from before a change elsewhere is not restored: it would undo that change.
  const draftKey = `own number ${JSON.stringify(before)}`
  const form = useForm<OwnNumberFields>({ defaultValues: readDraft(email, draftKey, before) })
  useFormDraft(email, draftKey, form)
  const { register, handleSubmit, setError, reset, setFocus, getValues, formState } = form
  const field = createField(register, formState.errors)
  const mutation = useSend({
    mutationFn: ({
      replacedProductId,
      ...fields
    }: OwnNumberFields & { replacedProductId?: string }) =>
      saveOwnNumber(fields, numberToChange, replacedProductId),
    onSuccess: ({ code, name }) => {
      void showToast(`${code} is your number for ${name}.`)
      discard()
      if (numberToChange) onClose()
      else setFocus('code')
    },
    onError: async (error, { code }) => {
      const current = await findUsedNumber(error, code).catch(() => undefined)
      if (current) return setUsedNumber(current)
      const isUnknown = error instanceof PartNumberError
      const message = isUnknown ? error.message : formatError(error)
      setError(isUnknown ? 'partNumber' : 'code', { message }, { shouldFocus: true })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: OWN_NUMBERS_QUERY_KEY }),
  })

  /** Clears the draft and restores the values before the change. */
  function discard() {
    clearDraft(email, draftKey)
    // Without the option, `setFocus` finds no field until the next render.
    reset(before, { keepFieldsRef: true })
  }

  function cancel() {
    discard()
    onClose()
  }

  function replace() {
    if (usedNumber) mutation.mutate({ ...getValues(), replacedProductId: usedNumber.productId })
    setUsedNumber(undefined)
  }

  return (
    <form
      className="grid items-start gap-4 md:grid-cols-[1fr_1fr_auto]"
      noValidate
      onSubmit={handleSubmit((fields) => mutation.mutate(fields))}
    >
      <Field
        label="Your number"
        autoComplete="off"
        spellCheck={false}
        {...field('code', {
          ...limitLength(MAX_CODE_LENGTH),
          validate: (code) => /[\p{L}\p{N}]/u.test(code) || 'Enter a number.',
        })}
      />
      <Field
        label="Our part number"
        placeholder="FH-10110-7"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        {...field('partNumber', {
          // Some parts have no part number.
          validate: (text) =>
            text.trim() !== '' || numberToChange?.sku === null || 'Enter a part number.',
        })}
      />
      <div className="actions md:pt-[29px]">
        <SubmitButton label={numberToChange ? 'Save' : 'Add'} busy={mutation.isPending} />
        {numberToChange && <Button onClick={cancel}>Cancel</Button>}
      </div>
      {usedNumber && (
        <ConfirmDialog
          title="Replace the part?"
          text={`You already use “${usedNumber.code}” for ${usedNumber.name}.`}
          confirmLabel="Replace"
          isHarmless
          onConfirm={replace}
          onClose={() => setUsedNumber(undefined)}
        />
      )}
    </form>
  )
}
