import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { mergeEdits } from '../../../ui/forms/read-edits.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { partDetailsQuery } from '../part/part-queries.ts'
import { isPartChangedError, useChangePart } from './managed-parts-queries.ts'
import {
  listStepFields,
  PriceStepFields,
  parseStepFormValues,
  STEP_ROW_KEYS,
  type StepFormValues,
  toPriceSteps,
  toStepFormValues,
} from './price-step-fields.tsx'
import { useDataAsOpened } from './use-data-as-opened.ts'

interface PriceStepsFormProps {
  part: Part
  onClose: () => void
}

/** Edits the price steps and the order multiple of a part. Escape cancels. */
export function PriceStepsForm(props: PriceStepsFormProps) {
  const { seen, error, reload } = useDataAsOpened(partDetailsQuery(props.part._id))
  if (error && !seen) return <ErrorMessage text={formatError(error)} onRetry={reload} />
  if (!seen) return <LoadingScreen />
  return <OpenPriceStepsForm seen={seen} onReload={reload} {...props} />
}

interface OpenPriceStepsFormProps extends PriceStepsFormProps {
  seen: PartDetails
  /** Reads the current steps after a conflict. */
  onReload: () => Promise<UseQueryResult<PartDetails>>
}

function OpenPriceStepsForm({ part, seen, onClose, onReload }: OpenPriceStepsFormProps) {
  const form = useForm<StepFormValues>({ defaultValues: toStepFormValues(seen) })
  const { errors } = form.formState
  const { mutate: send, isPending, error, reset: forgetError } = useChangePart()
  const hasConflict = isPartChangedError(error)

  /** Shows the current steps, with the edits on top. */
  async function reload() {
    const latest = await onReload()
    if (!latest.isSuccess) return form.setError('root', { message: formatError(latest.error) })
    const edits = form.getValues()
    const current = toStepFormValues(latest.data)
    // Without the option, `setFocus` finds no field until the next render.
    form.reset(mergeEdits(current, toStepFormValues(seen), edits, STEP_ROW_KEYS), {
      keepFieldsRef: true,
    })
    forgetError()
    form.setFocus('orderMultiple')
  }

  function save(values: StepFormValues) {
    const { price, minimumOrder } = part
    const change = {
      ...parseStepFormValues(values),
      seen: { price, minimumOrder, ...toPriceSteps(seen) },
    }
    send(
      { id: part._id, change },
      {
        onSuccess: () => {
          void showToast(`Prices saved · ${part.name}`)
          onClose()
        },
        onError: (error) =>
          showFieldErrors(form.setError, toFieldErrors(error, listStepFields(values))),
      },
    )
  }

  return (
    <form
      className="grid gap-3.5 max-w-140 text-left"
      aria-label={`Volume pricing of ${part.name}`}
      noValidate
      autoComplete="off"
      onSubmit={form.handleSubmit(save)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isPending) onClose()
      }}
    >
      <p className="secondary">
        {formatDollars(part.price)} from {formatCount(part.minimumOrder)} pieces, the minimum order.
      </p>
      <FormProvider {...form}>
        <PriceStepFields />
      </FormProvider>
      {errors.root?.message && <ErrorMessage text={errors.root.message} />}
      <p className="actions">
        <SubmitButton label="Save Prices" busy={isPending} />
        <Button onClick={() => !isPending && onClose()}>Cancel</Button>
        {hasConflict && <Button onClick={reload}>Reload</Button>}
      </p>
    </form>
  )
}
