import type { NewBuildJob } from '@freehub/contract/fitment/fitment'
import {
  BUILD_UNITS_MAXIMUM,
  JOB_NAME_LENGTH,
  JOB_QUANTITY_MAXIMUM,
} from '@freehub/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatError } from '../../../api/call-error.ts'
import { useCreate } from '../../../api/use-create.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { parseQuantity } from '../../../ui/forms/quantity-input.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import { cartCountQuery, cartQuery } from '../../cart/cart-queries.ts'
import { addJob, JOBS_QUERY_KEY } from '../fitment-queries.ts'

/** "New Job from the Cart": creates a job from the lines of the cart. Renders nothing while the cart is empty. */
export function NewJobForm({ variant }: Pick<ComponentProps<typeof Button>, 'variant'>) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { data: count } = useQuery(cartCountQuery)
  if (!isOpen && !count?.lineCount) return null
  if (!isOpen)
    return (
      <Button ref={button} variant={variant} onClick={() => setOpen(true)}>
        New Job from the Cart
      </Button>
    )

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }

  return <JobForm onClose={close} />
}

function JobForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigateIfCurrent = useNavigateIfCurrent()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<NewBuildJob['kind']>('bike')
  const [times, setTimes] = useState('1')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const create = useCreate({
    send: addJob,
    onSuccess: ({ _id }) => navigateIfCurrent(paths.job(_id)),
    onSettled: () => void client.invalidateQueries({ queryKey: JOBS_QUERY_KEY }),
    sendsOnce: true,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const count = parseQuantity(times)
    const isValidCount = Number.isInteger(count) && count >= 1 && count <= BUILD_UNITS_MAXIMUM
    const newErrors = {
      ...(name.trim() === '' && { name: 'Enter a name.' }),
      ...(!isValidCount && { times: 'Enter 1 to 10,000.' }),
    }
    setErrors(newErrors)
    if (Object.keys(newErrors).length > 0) return
    const cart = await client.fetchQuery(cartQuery).catch((cause: Error) => cause)
    if (cart instanceof Error) return setErrors({ cart: formatError(cart) })
    if (cart.lines.length === 0) return setErrors({ cart: 'Your cart is empty. Add parts first.' })
    const lines = cart.lines.map(({ productId, quantity }) => ({
      productId,
      quantity: Math.min(Math.max(1, Math.floor(quantity / count)), JOB_QUANTITY_MAXIMUM),
    }))
    create.mutate({ name: name.trim(), kind, times: count, lines })
  }

  return (
    <form
      className="job-form grid grid-cols-1 content-start gap-5.5 basis-full max-w-120 p-5 border border-rule bg-plate"
      noValidate
      onSubmit={submit}
    >
      <Field
        autoFocus
        label="Name of the job"
        autoComplete="off"
        maxLength={JOB_NAME_LENGTH}
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label="Kind"
        value={kind}
        onChange={(event) => setKind(event.target.value as NewBuildJob['kind'])}
      >
        <option value="bike">Bike</option>
        <option value="wheel">Wheel</option>
        <option value="free">Other</option>
      </SelectField>
      <Field
        label="How many you build"
        hint="We divide the quantities in your cart by this number."
        inputMode="numeric"
        autoComplete="off"
        value={times}
        error={errors.times}
        onChange={(event) => setTimes(event.target.value)}
      />
      {errors.cart && <ErrorMessage text={errors.cart} />}
      {create.error && <ErrorMessage text={formatError(create.error)} />}
      <div className="actions">
        <SubmitButton label="Save Job" busy={create.isPending} />
        <Button aria-disabled={create.isPending} onClick={() => !create.isPending && onClose()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
