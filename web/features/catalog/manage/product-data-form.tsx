import type { PartData, PartDetails } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useDeferredValue, useId } from 'react'
import { type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { drawingSizes, getPlaceholderUrl } from '../../../ui/drawing.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Field, FieldFrame } from '../../../ui/forms/field.tsx'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { partDetailsQuery } from '../part/part-queries.ts'
import { refetchParts } from '../refetch-parts.ts'
import { familiesQuery } from '../search/all-parts-queries.ts'
import { type DataDraft, parseDataDraft, toDataDraft, toPartData } from './data-draft.ts'
import { useOpenedDetails } from './use-opened-details.ts'

/** Edits number, family, packs and dimensions of a part beside its drawing. */
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
  /** Shows the current data, after a conflict. */
  onReload: () => void
}

function OpenDataForm({ id, seen, onSaved, onReload }: OpenDataFormProps) {
  const client = useQueryClient()
  const form = useForm<DataDraft>({ defaultValues: toDataDraft(seen) })
  const { errors } = form.formState
  const { mutate, isPending } = useMutation({
    mutationFn: (data: PartData) =>
      call<PartDetails>('PUT', `/api/parts/${encodeURIComponent(id)}/data`, {
        body: { ...data, seen },
      }),
    onSuccess: (details) => {
      void showToast('Product changed successfully')
      client.setQueryData(partDetailsQuery(id).queryKey, details)
      onSaved(details)
    },
    onError: (error) => showFieldErrors(form.setError, toFieldErrors(error, FIELDS)),
    onSettled: () => refetchParts(client),
  })
  const send = useMutateOnce(mutate)

  return (
    <form
      className="product-data"
      autoComplete="off"
      onSubmit={form.handleSubmit((draft) => send(parseDataDraft(draft, seen.attributes)))}
    >
      <div className="formgrid">
        <Field
          label="Part number"
          hint="such as FH-10110-7"
          maxLength={40}
          error={errors.sku?.message}
          {...form.register('sku')}
        />
        <FamilyField form={form} />
        {NUMBER_FIELDS.map(([name, label, hint]) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            type="number"
            min={name === 'leadTimeDays' ? 0 : undefined}
            step={name === 'weightGrams' ? 'any' : 1}
            inputMode="decimal"
            error={errors[name]?.message}
            onWheel={(event) => event.currentTarget.blur()}
            {...form.register(name)}
          />
        ))}
        <Field
          label="HS code"
          hint="six digits"
          inputMode="numeric"
          pattern="\d{6}"
          title="Enter an HS code of six digits."
          error={errors.hsCode?.message}
          {...form.register('hsCode')}
        />
      </div>
      <Dimensions id={id} form={form} />
      {errors.root?.message && <ErrorNote text={errors.root.message} onRetry={onReload} />}
      <p className="act">
        <SubmitButton busy={isPending} busyLabel="Saving …">
          Save Details
        </SubmitButton>
      </p>
    </form>
  )
}

const NUMBER_FIELDS = [
  ['packSize', 'Pack', 'pieces'],
  ['cartonSize', 'Carton', 'pieces'],
  ['weightGrams', 'Weight', 'grams a piece'],
  ['leadTimeDays', 'Lead time', 'days'],
] as const

const FIELDS = ['sku', 'familySlug', 'hsCode', ...NUMBER_FIELDS.map(([name]) => name)] as const

interface FormProps {
  form: UseFormReturn<DataDraft>
}

function FamilyField({ form }: FormProps) {
  const families = useQuery(
    familiesQuery({ search: '', families: [], available: false, after: undefined }),
  )
  return (
    <FieldFrame label="Family" error={form.formState.errors.familySlug?.message}>
      {(control) => (
        <span className="select">
          <select
            // The options come after the form's value.
            key={String(families.isSuccess)}
            {...control}
            {...form.register('familySlug')}
          >
            <option value="">None</option>
            {families.data?.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown className="ic" aria-hidden="true" />
        </span>
      )}
    </FieldFrame>
  )
}

/** Rows of names and values beside the drawing that they give. */
function Dimensions({ id, form }: FormProps & { id: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'dimensions' })
  const draft = useDeferredValue(useWatch({ control: form.control }) as DataDraft)
  const preview = useDrawingPreview(id, parseDataDraft(draft, {}))
  const listId = useId()
  const { svg, attributeNames = [] } = preview.data ?? {}
  const names = new Set(draft.dimensions.map(({ name }) => name))
  const missing = attributeNames.filter((name) => !names.has(name))

  return (
    <fieldset className="product-dimensions">
      <legend>Dimensions</legend>
      <div className="dimension-rows">
        {fields.map(({ id: key }, index) => (
          <div key={key} className="dimension-row">
            <input
              className="input"
              aria-label={`Name of dimension ${index + 1}`}
              list={listId}
              placeholder="pin_length_mm"
              pattern="[a-z0-9_]{1,40}"
              title="Use lower case letters, digits and underscores. The unit ends the name."
              {...form.register(`dimensions.${index}.name`)}
            />
            <input
              className="input"
              aria-label={`Value of dimension ${index + 1}`}
              maxLength={200}
              {...form.register(`dimensions.${index}.value`)}
            />
            <Button
              className="btn-icon"
              aria-label={`Remove dimension ${index + 1}`}
              onClick={() => remove(index)}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        ))}
        <datalist id={listId}>
          {missing.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <p className="act">
          <Button small onClick={() => append({ name: '', value: '' })}>
            Add a dimension
          </Button>
          {missing.length > 0 && (
            <Button small onClick={() => append(missing.map((name) => ({ name, value: '' })))}>
              {`Add all of the family (${missing.length})`}
            </Button>
          )}
        </p>
      </div>
      <div className="dimension-drawing">
        <img
          {...drawingSizes.card}
          src={svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : getPlaceholderUrl('box')}
          alt={svg ? 'Drawing from these dimensions' : ''}
        />
        {preview.data && !svg && (
          <p className="second">Choose a family to draw the part from its dimensions.</p>
        )}
      </div>
    </fieldset>
  )
}

interface DrawingPreview {
  svg: string | null
  attributeNames: string[]
}

/** Draws the dimensions while they are typed. The previous drawing stays while the next one loads. */
function useDrawingPreview(partId: string, { familySlug, attributes }: PartData) {
  const body = { partId, familySlug, attributes }
  return useQuery({
    queryKey: [PARTS_QUERY_KEY, 'drawing-preview', JSON.stringify(body)],
    queryFn: ({ signal }) => call<DrawingPreview>('POST', '/api/drawing-preview', { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}
