import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { useState } from 'react'
import { FieldError } from '../../ui/forms/field.tsx'
import { parseQuantity, QuantityInput } from '../../ui/forms/quantity-input.tsx'
import { AddToCartButton } from './add-to-cart-button.tsx'

interface AddToCartFormProps {
  part: Part
  details: PartDetails | undefined
}

/** Quantity field and "Add to cart" of the part page. Starts at the smallest quantity that can be ordered. */
export function AddToCartForm({ part, details }: AddToCartFormProps) {
  const orderMultiple = details?.orderMultiple ?? null
  const smallest = roundUpQuantity({ minimumOrder: part.minimumOrder, orderMultiple }, 0)
  const [typed, setTyped] = useState(String(smallest))
  const quantity = parseQuantity(typed)
  const isValid = quantity >= 1 && quantity <= QUANTITY_MAXIMUM

  function step(by: 1 | -1) {
    const next = isValid ? quantity + by * (orderMultiple ?? 1) : smallest
    setTyped(String(Math.max(next, smallest)))
  }

  return (
    <div className="cart-form">
      <QuantityInput
        aria-label="Quantity for the cart"
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : 'cart-quantity-error'}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onStep={step}
      />
      <AddToCartButton
        className="btn btn-outline btn-lg"
        addition={{ productId: part._id, name: part.name, quantity }}
        disabled={!isValid}
      >
        Add to cart
      </AddToCartButton>
      {!isValid && <FieldError id="cart-quantity-error" text="Enter a whole number of pieces." />}
    </div>
  )
}
