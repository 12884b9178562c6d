import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { PAD_CELL_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { formatError } from '../api/call-error.ts'
import { useCreate } from '../api/use-create.ts'
import type { CartEditor } from '../features/cart/cart-editor.ts'
import { findPartByNumber, PartNumberError } from '../features/order-pad/find-part-by-number.ts'
import { changeSavedList, LISTS_QUERY_KEY } from '../features/saved-lists/saved-lists-queries.ts'
import { showToast } from '../ui/dialogs/toast.ts'
import { Field } from '../ui/forms/field.tsx'
import { SubmitButton } from '../ui/forms/submit-button.tsx'

interface AddToListFormProps {
  listId: string
  editor: CartEditor
}

/** Adds a part to a saved list by any of its numbers, with the smallest quantity that can be ordered. */
export function AddToListForm({ listId, editor }: AddToListFormProps) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useCreate({
    send: async ({ number }: { number: string }, headers) => {
      const part = await findPartByNumber(number)
      const quantity = await addPart(part, headers['Idempotency-Key'])
      return `Added to the list: ${formatCount(quantity)} × ${part.name}.`
    },
    onSuccess: (message) => {
      void showToast(message)
      setNumber('')
      input.current?.focus()
    },
    onError: (cause) => {
      setError(cause instanceof PartNumberError ? cause.message : formatError(cause))
      input.current?.focus()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
  })

  /** Adds a part to the list, or restores its removed line. Returns the quantity of the line. */
  async function addPart(
    part: Awaited<ReturnType<typeof findPartByNumber>>,
    key: string,
  ): Promise<number> {
    const { productId, name } = part
    const row = editor.getRow(productId)
    if (row && !row.isRemoved) throw new PartNumberError(`${name} is already in this list.`)
    if (row) {
      editor.undoRemoval(productId)
      return row.line.quantity
    }
    const quantity = roundUpQuantity(part, 0)
    // `seen: 0` refuses the change if another window has added the part.
    await changeSavedList(listId, { changes: [{ productId, set: quantity, seen: 0 }] }, key)
    return quantity
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const trimmed = number.trim()
    setError(trimmed === '' ? 'Enter a part number.' : undefined)
    if (trimmed === '') input.current?.focus()
    else mutate({ number: trimmed })
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 max-w-120"
      aria-label="Add a part"
      noValidate
      onSubmit={submit}
    >
      <Field
        ref={input}
        label="Part number"
        hint="Such as FH-10110-7"
        autoComplete="off"
        spellCheck={false}
        maxLength={PAD_CELL_LENGTH}
        value={number}
        error={error}
        onChange={(event) => {
          setNumber(event.target.value)
          setError(undefined)
        }}
      />
      <div className="pt-7.5">
        <SubmitButton busy={isPending} busyLabel="Adding …">
          Add
        </SubmitButton>
      </div>
    </form>
  )
}
