import type { DrawingPreview, PartData } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { DAYS_MESSAGE, PIECES_MESSAGE, SKU_LENGTH, WEIGHT_MESSAGE } from '@freehub/contract/limits'
import { pluralize } from '@freehub/contract/money'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useId, useRef } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { formatQueryString } from '../../../api/lists/cursor-page.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { drawingSizes, getPlaceholderUrl, parseDrawingUrl } from '../../../ui/drawing-url.ts'
import { createField } from '../../../ui/forms/create-field.ts'
import { Field, FieldError } from '../../../ui/forms/field.tsx'
import { removeRow } from '../../../ui/forms/remove-row.ts'
import { Options, SelectField } from '../../../ui/forms/select-field.tsx'
import { formatAttribute } from '../part/part-attributes.ts'
import { familiesQuery } from '../search/all-parts-queries.ts'
import { parseDecimal, parseWholeNumber } from './parse-numbers.ts'
import {
  type DataFormValues,
  DIMENSION_PATTERN,
  parseDataFormValues,
} from './part-data-form-values.ts'

const NUMBER_FIELDS = [
  ['packSize', 'Pack', 'Pieces', parseWholeNumber, PIECES_MESSAGE],
  ['cartonSize', 'Carton', 'Pieces', parseWholeNumber, PIECES_MESSAGE],
  ['weightGrams', 'Weight', 'Grams a piece', parseDecimal, WEIGHT_MESSAGE],
  ['leadTimeDays', 'Lead time', 'Days', parseWholeNumber, DAYS_MESSAGE],
] as const

const DIMENSION_NAME = /^[a-z0-9_]{1,40}$/

/** The names of the fields in the order of the form, to show the errors of a refused call. */
export const DATA_FIELDS = [
  'sku',
  'familySlug',
  ...NUMBER_FIELDS.map(([name]) => name),
  'hsCode',
] as const

/** The fields for part number and family. For a new part, the family suggests values of other fields. */
export function NumberAndFamilyFields({ partId }: { partId: string | undefined }) {
  const { register, formState, getValues } = useFormContext<DataFormValues>()
  const isNumberEmpty = useWatch<DataFormValues, 'sku'>({ name: 'sku' }) === ''
  const field = createField(register, formState.errors)
  const suggest = useSuggestions()
  return (
    <div className="full number-and-family">
      <div className="grid content-start gap-2">
        <Field
          label="Part number"
          hint={isNumberEmpty ? 'Optional, such as FH-10110-7' : 'Optional'}
          maxLength={SKU_LENGTH}
          {...field('sku')}
        />
        {formState.errors.sku?.type === 'refused' && (
          <Link className="justify-self-start" to={toProductsWith(getValues('sku'))}>
            Show the product with this number
          </Link>
        )}
      </div>
      <FamilyField onChoose={partId === undefined ? suggest : undefined} />
    </div>
  )
}

const toProductsWith = (sku: string) =>
  paths.manageProducts + formatQueryString({ search: sku.trim(), status: 'all' })

/** The fields for packs and dimensions. */
export function ProductDataFields({ partId }: { partId: string | undefined }) {
  const { register, formState } = useFormContext<DataFormValues>()
  const field = createField(register, formState.errors)
  return (
    <>
      <div className="formgrid">
        {NUMBER_FIELDS.map(([name, label, hint, parse, message]) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            inputMode={name === 'weightGrams' ? 'decimal' : 'numeric'}
            {...field(name, { validate: (text) => !Number.isNaN(parse(text)) || message })}
          />
        ))}
        <Field
          label="HS code"
          hint="Six digits"
          inputMode="numeric"
          pattern="\d{6}"
          title="Enter an HS code of six digits."
          {...field('hsCode')}
        />
      </div>
      <Dimensions partId={partId} />
    </>
  )
}

/**
 * Returns a function that fills in the dimension names and the HS code that are usual in a family. Keeps all dimensions
 * if one has a value, and an HS code that the user typed.
 */
function useSuggestions() {
  const client = useQueryClient()
  const { getValues, setValue } = useFormContext<DataFormValues>()
  const suggestedCode = useRef('')

  return async (familySlug: string) => {
    const family = await client
      .fetchQuery(familySuggestionsQuery(familySlug))
      .catch(() => undefined)
    const values = getValues()
    if (!family || values.familySlug !== familySlug) return
    if (values.dimensions.every(({ value }) => value === '')) {
      const dimensions = family.attributeNames.map((name) => ({ name, value: '' }))
      setValue('dimensions', dimensions, { shouldDirty: true })
    }
    if (values.hsCode === suggestedCode.current) {
      suggestedCode.current = family.hsCode ?? ''
      setValue('hsCode', suggestedCode.current, { shouldDirty: true })
    }
  }
}

interface FamilyFieldProps {
  onChoose: ((familySlug: string) => void) | undefined
}

function FamilyField({ onChoose }: FamilyFieldProps) {
  const { register, formState } = useFormContext<DataFormValues>()
  const field = createField(register, formState.errors)
  const slug = useWatch<DataFormValues, 'familySlug'>({ name: 'familySlug' })
  const { data: families } = useQuery(
    familiesQuery({ search: '', families: [], available: false, after: undefined }),
  )
  const options = families?.map((family) => [family.slug, family.name] as const) ?? []
  return (
    <SelectField
      label="Family"
      hint="Optional"
      {...field('familySlug', { onChange: ({ target }) => onChoose?.(target.value) })}
      // The options load after the form has its value.
      value={slug}
    >
      <option value="">None</option>
      {/* Without an option, the form would lose the family as soon as the field loses the focus. */}
      {slug && !families?.some((family) => family.slug === slug) && <option>{slug}</option>}
      <Options of={options} />
    </SelectField>
  )
}

/** Rows of names and values, with the resulting drawing beside them. */
function Dimensions({ partId }: { partId: string | undefined }) {
  const { control } = useFormContext<DataFormValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'dimensions' })
  const values = useWatch({ control }) as DataFormValues
  const preview = useDrawingPreview(values, partId)
  const listId = useId()
  const { drawing, attributeNames = [] } = preview ?? {}
  const names = new Set(values.dimensions.map(({ name }) => name))
  const missingNames = attributeNames.filter((name) => !names.has(name))

  return (
    <fieldset className="grid gap-6 min-w-0">
      <legend className="mb-3 font-display text-[19px]/[1.2] font-semibold">Dimensions</legend>
      <div className="dimension-rows grid content-start gap-x-4 gap-y-2 min-w-0">
        {fields.map(({ id, name }, index) => (
          <DimensionRow
            key={id}
            index={index}
            name={name}
            listId={listId}
            onRemove={() => remove(index)}
          />
        ))}
        <datalist id={listId}>
          {missingNames.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <p className="actions">
          <Button small onClick={() => append({ name: '', value: '' })}>
            Add a Dimension
          </Button>
          {missingNames.length > 0 && (
            <Button small onClick={() => append(missingNames.map((name) => ({ name, value: '' })))}>
              {`Add ${pluralize(missingNames.length, 'Missing Dimension', 'Missing Dimensions')}`}
            </Button>
          )}
        </p>
        {!values.familySlug && (
          <p className="secondary">Choose a family to draw the part from its dimensions.</p>
        )}
      </div>
      <div className="dimension-drawing grid content-start gap-2">
        {values.familySlug && (
          <img
            {...drawingSizes.card}
            className="w-full max-w-100 h-auto border border-rule bg-plate"
            src={drawing ?? getPlaceholderUrl('box')}
            alt={drawing ? 'Drawing from these dimensions' : ''}
          />
        )}
        {drawing && partId === undefined && <UseDrawingButton url={toDrawingUrl(values.sku)} />}
      </div>
    </fieldset>
  )
}

interface DimensionRowProps {
  index: number
  name: string
  /** The id of the list with suggested names. */
  listId: string
  onRemove: () => void
}

/** The name and value of a dimension. A name can only be typed in a new row. */
function DimensionRow({ index, name, listId, onRemove }: DimensionRowProps) {
  const { register, getValues, formState } = useFormContext<DataFormValues>()
  const field = createField(register, formState.errors)
  const [valueId, errorId] = [useId(), useId()]
  const { error, ...nameField } = field(`dimensions.${index}.name`, {
    validate(typedName) {
      const rows = getValues('dimensions')
      const trimmed = typedName.trim()
      if (trimmed === '') return rows[index]?.value.trim() === '' || 'Enter a name.'
      const isListed = rows.slice(0, index).some((other) => other.name.trim() === trimmed)
      return !isListed || 'This dimension is already listed.'
    },
  })
  const label = DIMENSION_NAME.test(name) ? formatDimensionName(name) : undefined
  return (
    <div className="dimension-row">
      {label ? (
        <label
          className="self-center text-label font-semibold wrap-anywhere"
          htmlFor={valueId}
          title={name}
        >
          {label}
        </label>
      ) : (
        <input
          className="input"
          aria-label={`Name of dimension ${index + 1}`}
          list={listId}
          placeholder="pin_length_mm"
          pattern={DIMENSION_NAME.source}
          title="Use lower case letters, digits and underscores. The unit ends the name."
          aria-invalid={Boolean(error)}
          aria-describedby={error && errorId}
          {...nameField}
        />
      )}
      <input
        id={valueId}
        className="input"
        aria-label={label ? undefined : `Value of dimension ${index + 1}`}
        maxLength={200}
        pattern={DIMENSION_PATTERN}
        title="Enter 7.1, or 7, 1 for two sizes."
        {...register(`dimensions.${index}.value`)}
      />
      <Button
        className="btn-icon"
        aria-label={`Remove ${label ?? `dimension ${index + 1}`}`}
        title="Remove"
        onClick={({ currentTarget }) => removeRow(currentTarget, onRemove)}
      >
        <X aria-hidden="true" />
      </Button>
      {error && <FieldError id={errorId} text={error} />}
    </div>
  )
}

/** Formats the name of a dimension with its unit: `bcd_mm` becomes `BCD, mm`. */
function formatDimensionName(name: string): string {
  const { label, value: unit } = formatAttribute(name, '')
  return unit ? `${label}, ${unit.trim()}` : label
}

/** Offers the drawing as the image of a new part. The URL of the drawing contains the part number. */
function UseDrawingButton({ url }: { url: string | undefined }) {
  const { setValue, clearErrors } = useFormContext<{ img: string }>()
  const img = useWatch<{ img: string }>({ name: 'img' })
  if (!url) return null
  if (img === url) return <p className="secondary">This drawing is the image of the product.</p>

  function setImage(newImg: string) {
    clearErrors('img')
    setValue('img', newImg, { shouldDirty: true })
  }
  return (
    <p className="actions">
      <Button small onClick={() => setImage(url)}>
        Use as Image
      </Button>
    </p>
  )
}

/** Returns the URL of the drawing of a part. Undefined unless the part number has the form FH-13110-2. */
export function toDrawingUrl(sku: string): string | undefined {
  const url = `/drawings/${sku.trim()}.svg`
  return parseDrawingUrl(url) && url
}

/**
 * Draws the part from the dimensions of the form. `drawing` is a data URL. It is undefined without a family, or if no
 * part of the family has a drawing.
 */
export function useDrawingPreview(values: DataFormValues, partId: string | undefined) {
  const { familySlug, attributes } = parseDataFormValues(useDeferredValue(values), {})
  const { data } = useQuery({
    ...previewQuery({ partId, familySlug, attributes }),
    placeholderData: keepPreviousData,
  })
  if (!data) return undefined
  const { svg, attributeNames } = data
  return {
    drawing: svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : undefined,
    attributeNames,
  }
}

type PreviewRequest = Pick<PartData, 'familySlug' | 'attributes'> & { partId?: string | undefined }

/** Returns the query for a preview drawing of the dimensions that the user has typed. */
const previewQuery = (body: PreviewRequest) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, 'drawing-preview', JSON.stringify(body)],
    queryFn: ({ signal }) => call<DrawingPreview>('POST', '/api/drawing-preview', { body, signal }),
    retry: false,
  })

/**
 * Returns the query for the suggestions of a family: attribute names, HS code and fits of its first part with a
 * drawing.
 */
export const familySuggestionsQuery = (familySlug: string) =>
  previewQuery({ familySlug: familySlug || null, attributes: {} })
