import type { Part } from '@freehub/contract/catalog/parts'
import {
  lineTotal,
  type PartTerms,
  priceAt,
  roundUpQuantity,
  stepQuantity,
} from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCents, formatCount } from '@freehub/contract/money'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
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
  terms: PartTerms
  /** The typed quantity. Undefined while the form shows the smallest quantity that can be ordered. */
  typed: string | undefined
  onType: (quantity: string) => void
}

/** Adds a quantity to the cart, or opens the purchase page with it. */
export function AddToCartForm({ part, terms, typed, onType }: AddToCartFormProps) {
  const input = typed ?? String(roundUpQuantity(terms, 0))
  const button = useRef<HTMLButtonElement>(null)
  const quantity = parseQuantity(input)
  const isValid = isQuantity(quantity)

  return (
    <div className="cart-form">
      <QuantityInput
        aria-label="Order Quantity"
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : 'cart-quantity-error'}
        value={input}
        onChange={(event) => onType(event.target.value)}
        onStep={(by) => onType(String(stepQuantity(terms, quantity, by, QUANTITY_MAXIMUM)))}
        onEnter={() => button.current?.click()}
      />
      <output className="cart-form-total grid content-center min-w-0 text-right tabular-nums wrap-anywhere">
        {isValid && (
          <>
            <span className="secondary">
              {formatCount(quantity)} × {formatCents(priceAt(terms, quantity))}
            </span>
            <b>
              <span className="sr-only">Total </span>
              {formatCents(lineTotal(terms, quantity))}
            </b>
          </>
        )}
      </output>
      {!isValid && <FieldError id="cart-quantity-error" text={explainQuantity(quantity)} />}
      <AddToCartButton
        ref={button}
        className="btn btn-outline btn-lg"
        addition={{ productId: part._id, name: part.name, quantity }}
        disabled={!isValid}
      >
        Add to Cart
      </AddToCartButton>
      <Link
        className="btn btn-lg"
        to={paths.purchase(part._id, typed !== undefined && isValid ? quantity : undefined)}
      >
        Book Now
      </Link>
    </div>
  )
}
