import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { roundUpQuantity, stepQuantity } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { useRef, useState } from 'react'
import { FieldError } from '../../ui/forms/field.tsx'
import {
  explainQuantity,
  isQuantity,
  parseQuantity,
  QuantityInput,
} from '../../ui/forms/quantity-input.tsx'
import { AddToCartButton } from './add-to-cart-button.tsx'

interface AddToCartFormProps {
  part: Part
  details: PartDetails | undefined
}

/** Adds a quantity to the cart. Starts with the smallest quantity that can be ordered. */
export function AddToCartForm({ part, details }: AddToCartFormProps) {
  const terms = {
    minimumOrder: part.minimumOrder,
    orderMultiple: details?.orderMultiple ?? null,
  }
  const [input, setInput] = useState(String(roundUpQuantity(terms, 0)))
  const button = useRef<HTMLButtonElement>(null)
  const quantity = parseQuantity(input)
  const isValid = isQuantity(quantity)

  return (
    <div className="cart-form">
      <QuantityInput
        aria-label="Quantity for the cart"
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : 'cart-quantity-error'}
        value={input}
        onChange={(event) => setInput(event.target.value)}
        onStep={(by) => setInput(String(stepQuantity(terms, quantity, by, QUANTITY_MAXIMUM)))}
        onEnter={() => button.current?.click()}
      />
      <AddToCartButton
        ref={button}
        className="btn btn-outline btn-lg"
        addition={{ productId: part._id, name: part.name, quantity }}
        disabled={!isValid}
      >
        Add to cart
      </AddToCartButton>
      {!isValid && <FieldError id="cart-quantity-error" text={explainQuantity(quantity)} />}
    </div>
  )
}
