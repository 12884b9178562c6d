import { type PartTerms, roundUpQuantity } from '@freehub/contract/catalog/prices'
import { PAD_CELL_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { formatError } from '../api/call-error.ts'
import { useCreate } from '../api/use-create.ts'
import type { CartEditor } from '../features/cart/cart-editor.ts'
import { findPartByNumber, PartNumberError } from '../features/order-pad/find-part-by-number.ts'
import { changeSavedList, LISTS_QUERY_KEY } from '../features/saved-lists/saved-lists-queries.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/dialogs/toast.ts'
import { Field } from '../ui/forms/field.tsx'
import { explainQuantity, isQuantity, parseQuantity } from '../ui/forms/quantity-input.tsx'
import { showErrors } from '../ui/forms/show-errors.ts'

interface AddToListFormProps {
  listId: string
  editor: CartEditor
}

/** Adds a part to a saved list by any of its numbers, in the smallest quantity that can be ordered or a larger one. */
export function AddToListForm({ listId, editor }: AddToListFormProps) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  /** The key of the change that is being sent. */
  const sentKey = useRef<string>(undefined)
  const [number, setNumber] = useState('')
  const [typedQuantity, setTypedQuantity] = useState('')
  const [error, setError] = useState<string>()
  const [quantityError, setQuantityError] = useState<string>()
  const { mutate, isPending } = useCreate({
    send: async ({ number, quantity }: { number: string; quantity: number }, headers) => {
      const part = await findPartByNumber(number)
      const added = await addPart(part, quantity, headers['Idempotency-Key'])
      const message = `Added to the list: ${formatCount(added)} × ${part.name}.`
      return quantity === 0 || added === quantity
        ? message
        : `${message} ${explainRaise(part, quantity)}`
    },
    hasKeyPerPayload: true,
    onSuccess: (message) => {
      void showToast(message)
      setNumber('')
      setTypedQuantity('')
      input.current?.focus()
    },
    onError: (cause) => {
      sentKey.current = undefined
      setError(cause instanceof PartNumberError ? cause.message : formatError(cause))
      input.current?.focus()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: LISTS_QUERY_KEY }),
  })

  /**
   * Adds a part to the list, or restores its removed line. Returns the quantity of the line: the smallest valid one that
   * is at least `minimum`. If `minimum` is 0, a restored line keeps its earlier quantity.
   */
  async function addPart(
    part: Awaited<ReturnType<typeof findPartByNumber>>,
    minimum: number,
    key: string,
  ): Promise<number> {
    const { productId, name } = part
    // After a lost response, the list may already contain the line.
    const row = sentKey.current === key ? undefined : editor.getRow(productId)
    if (row && !row.isRemoved) throw new PartNumberError(`${name} is already in this list.`)
    const quantity = roundUpQuantity(part, minimum)
    if (row) {
      editor.undoRemoval(productId)
      if (minimum === 0) return row.line.quantity
      editor.setQuantity(productId, quantity)
      return quantity
    }
    sentKey.current = key
    // `seen: 0` refuses the change if another window has added the part.
    await changeSavedList(listId, { changes: [{ productId, set: quantity, seen: 0 }] }, key)
    return quantity
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const trimmed = number.trim()
    const quantity = typedQuantity.trim() === '' ? 0 : parseQuantity(typedQuantity)
    const isValid = typedQuantity.trim() === '' || isQuantity(quantity)
    showErrors(event, () => {
      setError(trimmed === '' ? 'Enter a part number.' : undefined)
      setQuantityError(isValid ? undefined : explainQuantity(quantity))
    })
    if (trimmed !== '' && isValid) mutate({ number: trimmed, quantity })
  }

  return (
    <form
      className="print:hidden grid grid-cols-[minmax(0,1fr)_112px_auto] items-start gap-3 max-w-150"
      aria-label="Add a part"
      noValidate
      onSubmit={submit}
    >
      <Field
        ref={input}
        label="Part number"
        placeholder="FH-10110-7"
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
      <Field
        label="Quantity"
        placeholder="Minimum"
        inputMode="numeric"
        autoComplete="off"
        value={typedQuantity}
        error={quantityError}
        onChange={(event) => {
          setTypedQuantity(event.target.value)
          setQuantityError(undefined)
        }}
      />
      <div className="pt-[29px]">
        <Button type="submit" aria-disabled={isPending} aria-busy={isPending}>
          {isPending ? 'Adding …' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

/** Explains why a part cannot be ordered in the typed quantity, which was raised. */
function explainRaise({ minimumOrder, orderMultiple }: PartTerms, quantity: number): string {
  return quantity < minimumOrder
    ? `The minimum order is ${formatCount(minimumOrder)}.`
    : `The part is sold in multiples of ${formatCount(orderMultiple ?? 1)}.`
}
