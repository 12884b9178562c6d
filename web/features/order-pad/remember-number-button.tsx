import type { OwnNumber, PadPart } from '@freehub/contract/order-pad/order-pad'
import { useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { findUsedNumber, putOwnNumber } from './own-numbers/own-numbers-queries.ts'

interface RememberNumberButtonProps {
  code: string
  part: PadPart
  announce: (message: string) => void
}

/** Stores the row's code as the user's own number for the part, so that the pad finds the part next time. */
export function RememberNumberButton({ code, part, announce }: RememberNumberButtonProps) {
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [error, setError] = useState('')
  const [usedNumber, setUsedNumber] = useState<OwnNumber>()

  async function remember() {
    if (state === 'busy') return
    setState('busy')
    setError('')
    try {
      await putOwnNumber({
        code,
        productId: part.productId,
        ...(usedNumber && { replacedProductId: usedNumber.productId }),
      })
      setState('done')
      announce(`${code} is now your number for ${part.name}.`)
    } catch (cause) {
      setUsedNumber(await findUsedNumber(cause, code).catch(() => undefined))
      setError(formatError(cause))
      setState('open')
    }
  }

  if (state === 'done')
    return (
      <p className="inline-flex items-center gap-1.5 text-ok" ref={moveLostFocusToQuantity}>
        <CheckIcon />
        Remembered as your number
      </p>
    )
  return (
    <>
      {error && <FieldError text={error} />}
      <Button
        small
        aria-busy={state === 'busy'}
        aria-label={
          usedNumber
            ? `Use ${code} for This Part Instead: ${part.name}`
            : `Remember ${code} as My Number: ${part.name}`
        }
        onClick={() => void remember()}
      >
        {usedNumber ? `Use ${code} for This Part Instead` : `Remember ${code} as My Number`}
      </Button>
    </>
  )
}

/** Focuses the quantity if the focus was lost together with the pressed button. */
function moveLostFocusToQuantity(element: HTMLElement | null) {
  if (document.activeElement !== document.body) return
  element?.closest('.pad-row')?.querySelector<HTMLElement>('.pad-quantity input')?.focus()
}
