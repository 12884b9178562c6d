import type { Part, PartDetails, PartUpdate } from '@freehub/contract/catalog/parts'
import { PRICE_STEPS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { X } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { useChangePart } from './managed-parts-queries.ts'
import { parseDollars, parseQuantity } from './parse-numbers.ts'
import { useOpenedDetails } from './use-opened-details.ts'

interface PriceStepsFormProps {
  part: Part
  onSaved?: () => void
  /** Without it the form has no Cancel button. */
  onClose?: () => void
}

/** Edits the price steps and the order multiple of a part. Escape cancels. */
export function PriceStepsForm(props: PriceStepsFormProps) {
  const { seen, error, reload } = useOpenedDetails(props.part._id)
  if (error && !seen) return <ErrorNote text={formatError(error)} onRetry={reload} />
  if (!seen) return <LoadingScreen />
  return (
    <OpenPriceStepsForm
      key={JSON.stringify(toSeen(seen))}
      seen={seen}
      onReload={reload}
      {...props}
    />
  )
}

interface StepsDraft {
  priceTiers: { fromQuantity: string; price: string }[]
  orderMultiple: string
}

interface OpenPriceStepsFormProps extends PriceStepsFormProps {
  seen: PartDetails
  /** Shows the current steps, after a change or a conflict. */
  onReload: () => void
}

function OpenPriceStepsForm({ part, seen, onSaved, onClose, onReload }: OpenPriceStepsFormProps) {
  const form = useForm<StepsDraft>({ defaultValues: toStepsDraft(seen) })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'priceTiers' })
  const { errors } = form.formState
  const { mutate, isPending } = useChangePart()
  const send = useMutateOnce(mutate)

  function save(draft: StepsDraft) {
    const change = { ...parseStepsDraft(draft), seen: toSeen(seen) }
    send(
      { id: part._id, change },
      {
        onSuccess: () => {
          void showToast(`Prices saved · ${part.name}`)
          onReload()
          onSaved?.()
        },
        onError: (error) =>
          showFieldErrors(form.setError, toFieldErrors(error, listStepFields(draft))),
      },
    )
  }

  return (
    <form
      className="price-steps-form"
      aria-label={`Volume pricing of ${part.name}`}
      noValidate
      autoComplete="off"
      onSubmit={form.handleSubmit(save)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isPending) onClose?.()
      }}
    >
      <p className="second">
        {formatDollars(part.price)} from {formatCount(part.minimumOrder)} pieces, the minimum order.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className="price-step">
          <Field
            label={`Step ${index + 1} from`}
            inputMode="numeric"
            error={errors.priceTiers?.[index]?.fromQuantity?.message}
            {...form.register(`priceTiers.${index}.fromQuantity`, { validate: validateQuantity })}
          />
          <Field
            label="Price in dollars"
            inputMode="decimal"
            error={errors.priceTiers?.[index]?.price?.message}
            {...form.register(`priceTiers.${index}.price`, { validate: validatePrice })}
          />
          <Button
            className="btn-icon"
            aria-label={`Remove step ${index + 1}`}
            onClick={() => remove(index)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      <p className="act">
        <Button
          small
          disabled={fields.length >= PRICE_STEPS_MAXIMUM}
          onClick={() => append({ fromQuantity: '', price: '' })}
        >
          Add a price step
        </Button>
      </p>
      <Field
        label="Sold in multiples of"
        hint="or empty"
        inputMode="numeric"
        error={errors.orderMultiple?.message}
        {...form.register('orderMultiple', {
          validate: (text) => text.trim() === '' || validateQuantity(text),
        })}
      />
      {errors.root?.message && <ErrorNote text={errors.root.message} onRetry={onReload} />}
      <p className="act">
        <SubmitButton busy={isPending} busyLabel="Saving …">
          Save Prices
        </SubmitButton>
        {onClose && <Button onClick={() => !isPending && onClose()}>Cancel</Button>}
      </p>
    </form>
  )
}

/** The price steps above the minimum order, and the multiple, as the form showed them. */
function toSeen({ priceTiers, orderMultiple }: PartDetails) {
  return { priceTiers: priceTiers.slice(1), orderMultiple }
}

function toStepsDraft(details: PartDetails): StepsDraft {
  const { priceTiers, orderMultiple } = toSeen(details)
  return {
    priceTiers: priceTiers.map(({ fromQuantity, price }) => ({
      fromQuantity: String(fromQuantity),
      price: price.toFixed(2),
    })),
    orderMultiple: orderMultiple === null ? '' : String(orderMultiple),
  }
}

/** Converts a valid draft. */
function parseStepsDraft({ priceTiers, orderMultiple }: StepsDraft): PartUpdate {
  return {
    priceTiers: priceTiers.map(({ fromQuantity, price }) => ({
      fromQuantity: parseQuantity(fromQuantity) as number,
      price: parseDollars(price) as number,
    })),
    orderMultiple: parseQuantity(orderMultiple) ?? null,
  }
}

const validateQuantity = (text: string) =>
  Number.isInteger(parseQuantity(text)) || 'Enter a whole number of pieces.'

const validatePrice = (text: string) =>
  Number.isFinite(parseDollars(text)) || 'Enter an amount in dollars, such as 4.50.'

const listStepFields = ({ priceTiers }: StepsDraft) => [
  ...priceTiers.flatMap(
    (_, index) => [`priceTiers.${index}.fromQuantity`, `priceTiers.${index}.price`] as const,
  ),
  'orderMultiple' as const,
]
