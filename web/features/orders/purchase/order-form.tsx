import { isSoldOut, type Part, type PartDetails, toTerms } from '@freehub/contract/catalog/parts'
import {
  adviseQuantity,
  lineTotal,
  priceAt,
  quantityBounds,
  stepQuantity,
} from '@freehub/contract/catalog/prices'
import {
  ORDER_ADDRESS_LENGTH,
  ORDER_PHONE_LENGTH,
  ORDER_REFERENCE_LENGTH,
} from '@freehub/contract/limits'
import { dollarsOf, formatCount, formatDollars, formatTaka } from '@freehub/contract/money'
import { useSettings } from '../../../page-settings.ts'
import { paths } from '../../../paths.ts'
import { createField, limitLength } from '../../../ui/forms/create-field.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { isQuantity, parseQuantity } from '../../../ui/forms/quantity-input.tsx'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import { LineAdvice } from '../../cart/savings/line-advice.tsx'
import { SoldOutMessage } from '../../catalog/part/part-messages.tsx'
import type { SessionUser } from '../../identity/session.ts'
import type { OrderFormValues } from './place-order.ts'
import { usePlaceOrder } from './place-order.ts'
import { PriceTiers } from './price-tiers.tsx'
import {
  contactRules,
  type OrderedPart,
  toOrderFieldErrors,
  validateQuantity,
} from './purchase-form-rules.ts'
import { QuantityField } from './quantity-field.tsx'
import { useOrderForm } from './use-order-form.ts'

interface OrderFormProps {
  part: Part
  details: PartDetails
  user: SessionUser
}

export function OrderForm({ part, details, user }: OrderFormProps) {
  const { quantity, ...form } = useOrderForm(part, user.email)
  const { register, setError, setValue, handleSubmit } = form
  const { errors } = form.formState
  const field = createField(register, errors)
  const { mutate, isPending, isSuccess } = usePlaceOrder(user.email, part._id)
  const navigateIfCurrent = useNavigateIfCurrent()
  // The form stays busy until the next screen has loaded, so that a second click does not order
  // again.
  const isBusy = isPending || isSuccess
  const typedQuantity = parseQuantity(quantity)
  const orderedPart = { ...toTerms(part, details), availableQuantity: part.availableQuantity }
  const advice = adviseQuantity(orderedPart, typedQuantity, orderedPart.availableQuantity)

  const { reservationHours, localCurrencyRate } = useSettings()
  const hasSteps = details.priceTiers.length > 1

  function setQuantity(next: number) {
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true }
    setValue('quantity', String(next), options)
  }

  function placeOrder({ phone, address, reference, ...values }: OrderFormValues) {
    const quantity = parseQuantity(values.quantity)
    const order = {
      productId: part._id,
      productName: part.name,
      quantity,
      totalCents: lineTotal(orderedPart, quantity),
      email: user.email,
      name: user.name,
      phone: phone.trim(),
      address: address.trim(),
      ...(reference.trim() && { reference: reference.trim() }),
    }
    mutate(order, {
      onSuccess: () => navigateIfCurrent(paths.myOrders),
      onError: (error) => showFieldErrors(setError, toOrderFieldErrors(error)),
    })
  }

  return (
    <form className="formgrid order-form" noValidate onSubmit={handleSubmit(placeOrder)}>
      <QuantityField
        {...quantityBounds(orderedPart, orderedPart.availableQuantity)}
        orderMultiple={orderedPart.orderMultiple}
        {...field('quantity', { validate: (input) => validateQuantity(orderedPart, input) })}
        className={hasSteps ? undefined : 'full'}
        onStep={(by) =>
          setQuantity(stepQuantity(orderedPart, typedQuantity, by, orderedPart.availableQuantity))
        }
      />
      {hasSteps && (
        <PriceTiers
          terms={orderedPart}
          tiers={details.priceTiers}
          quantity={typedQuantity}
          maximum={orderedPart.availableQuantity}
          onTake={setQuantity}
        />
      )}
      <div className={`quantity-hint ${hasSteps ? '' : 'full'}`} role="status">
        {advice && (
          <LineAdvice
            advice={advice}
            quantity={typedQuantity}
            formatPrice={(dollars) =>
              `${formatTaka(dollars, localCurrencyRate)} (${formatDollars(dollars)})`
            }
            onTake={setQuantity}
          />
        )}
      </div>
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={ORDER_PHONE_LENGTH}
        {...field('phone', contactRules.phone)}
      />
      <TextAreaField
        label="Address"
        rows={2}
        autoComplete="street-address"
        maxLength={ORDER_ADDRESS_LENGTH}
        className="order-address"
        {...field('address', contactRules.address)}
      />
      <Field
        label="Your reference"
        hint="Optional, on the invoice"
        autoComplete="off"
        {...field('reference', limitLength(ORDER_REFERENCE_LENGTH))}
      />
      <TextAreaField label="Name" rows={1} value={user.name} readOnly />
      <TextAreaField label="Email" rows={1} value={user.email} readOnly />
      <div className="order-place full border-t-[1.5px] border-t-ink bg-plate">
        {errors.root?.message && <ErrorMessage text={errors.root.message} />}
        {!isSoldOut(part) && <OrderTotal part={orderedPart} quantity={typedQuantity} />}
        {isSoldOut(part) ? (
          <SoldOutMessage part={part} details={details} />
        ) : (
          <button
            type="submit"
            className="btn btn-block btn-lg"
            disabled={isBusy}
            aria-busy={isBusy}
          >
            {isBusy ? 'Placing your order …' : 'Place Order'}
          </button>
        )}
      </div>
      {!isSoldOut(part) && (
        <p className="secondary full text-small">
          Nothing is charged yet.{' '}
          {user.emailConfirmed
            ? `We hold the pieces for up to ${reservationHours} hours.`
            : `Confirm your email, and we hold the pieces for ${reservationHours} hours.`}{' '}
          No tax or shipping is added.
        </p>
      )}
    </form>
  )
}

/** The total for the typed quantity, in taka (tk) and in dollars. The customer is charged in dollars. */
function OrderTotal({ part, quantity }: { part: OrderedPart; quantity: number }) {
  const { localCurrencyRate: rate } = useSettings()
  const isValid = isQuantity(quantity)
  const unitPrice = dollarsOf(isValid ? priceAt(part, quantity) : part.unitPriceCents)
  const total = isValid ? dollarsOf(lineTotal(part, quantity)) : 0

  return (
    <output className="total full">
      <span className="grid gap-2 max-md:hidden">
        <span>Total</span>
        <span>
          {isValid ? formatCount(quantity) : '–'} × {formatTaka(unitPrice, rate)} (
          {formatDollars(unitPrice)})
        </span>
      </span>
      <span className="sums">
        <span>
          You pay <b className="you-pay">{isValid ? formatDollars(total) : '–'}</b>
        </span>
        <b className="in-taka">{isValid ? formatTaka(total, rate) : '–'}</b>
      </span>
    </output>
  )
}
