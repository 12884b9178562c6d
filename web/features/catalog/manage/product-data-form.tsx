import type { PartData, PartDetails } from '@freehub/contract/catalog/parts'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useSend } from '../../../api/use-send.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { partDetailsQuery } from '../part/part-queries.ts'
import { refetchParts } from '../refetch-parts.ts'
import {
  type DataFormValues,
  parseDataFormValues,
  toDataFormValues,
  toPartData,
} from './data-form-values.ts'
import { DATA_FIELDS, ProductDataFields } from './product-data-fields.tsx'
import { useOpenedDetails } from './use-opened-details.ts'

/** Edits number, family, packs and dimensions of a part. Shows its drawing. */
export function ProductDataForm({ id }: { id: string }) {
  const { seen, setSeen, error, reload } = useOpenedDetails(id)
  if (error && !seen) return <ErrorNote text={formatError(error)} onRetry={reload} />
  if (!seen) return <LoadingScreen />
  return (
    <OpenDataForm
      key={JSON.stringify(toPartData(seen))}
      id={id}
      seen={toPartData(seen)}
      onSaved={setSeen}
      onReload={reload}
    />
  )
}

interface OpenDataFormProps {
  id: string
  seen: PartData
  onSaved: (details: PartDetails) => void
  /** Shows the current data after a conflict. */
  onReload: () => void
}

function OpenDataForm({ id, seen, onSaved, onReload }: OpenDataFormProps) {
  const client = useQueryClient()
  const form = useForm<DataFormValues>({ defaultValues: toDataFormValues(seen) })
  const { errors } = form.formState
  const { mutate: send, isPending } = useSend({
    mutationFn: (data: PartData) =>
      call<PartDetails>('PUT', `/api/parts/${encodeURIComponent(id)}/data`, {
        body: { ...data, seen },
      }),
    onSuccess: (details) => {
      void showToast('Product changed successfully')
      client.setQueryData(partDetailsQuery(id).queryKey, details)
      onSaved(details)
    },
    onError: (error) => showFieldErrors(form.setError, toFieldErrors(error, DATA_FIELDS)),
    onSettled: () => refetchParts(client),
  })

  return (
    <form
      className="product-data"
      autoComplete="off"
      onSubmit={form.handleSubmit((values) => send(parseDataFormValues(values, seen.attributes)))}
    >
      <FormProvider {...form}>
        <ProductDataFields partId={id} />
      </FormProvider>
      {errors.root?.message && <ErrorNote text={errors.root.message} onRetry={onReload} />}
      <p className="act">
        <SubmitButton busy={isPending} busyLabel="Saving …">
          Save Details
        </SubmitButton>
      </p>
    </form>
  )
}
