import '../../../style/fitment/bike-form.css'
import { FITS_MAXIMUM } from '@freehub/contract/limits'
import { pluralize } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import {
  FitEntriesInput,
  listFilledEntries,
  toFormEntry,
} from '../../fitment/fit-entries-input.tsx'
import { interfacesQuery } from '../../fitment/fitment-queries.ts'
import { PriceStepFields } from './price-step-fields.tsx'
import { familySuggestionsQuery, ProductDataFields } from './product-data-fields.tsx'
import type { ProductFormValues } from './product-form-values.ts'

interface ProductSectionsProps {
  /** True if all sections are open at the start. */
  areOpen: boolean
  isInert: boolean | undefined
  partId: string | undefined
}

/** The optional fields of a product, in sections. */
export function ProductSections({ areOpen, isInert, partId }: ProductSectionsProps) {
  // A family suggests dimensions, which the user should see.
  const hasFamily = useWatch<ProductFormValues, 'familySlug'>({ name: 'familySlug' }) !== ''
  // The section stays open when the family is removed.
  const [hasHadFamily, setHasHadFamily] = useState(hasFamily)
  if (hasFamily && !hasHadFamily) setHasHadFamily(true)

  return (
    <div className="product-sections" inert={isInert}>
      <Section
        title="Packs and dimensions"
        hint="Optional: weight, customs code, drawing"
        isOpen={areOpen || hasHadFamily}
      >
        <div className="product-data @container grid gap-6">
          <ProductDataFields partId={partId} />
        </div>
      </Section>
      <Section
        id="prices"
        title="Volume pricing"
        hint="Optional: lower prices for larger quantities, order multiples"
        isOpen={areOpen}
      >
        <div className="grid gap-3.5">
          <PriceStepFields />
        </div>
      </Section>
      <Section title="Needs and offers" hint="Optional: what the product fits" isOpen={areOpen}>
        <div className="bike-form max-w-220">
          <FitFields />
        </div>
      </Section>
    </div>
  )
}

interface SectionProps {
  id?: string
  title: string
  hint: string
  isOpen: boolean
  children: ReactNode
}

/** A section that opens if the browser refuses a field in it, which then takes the focus. */
function Section({ id, title, hint, isOpen, children }: SectionProps) {
  const summary = useRef<HTMLElement>(null)
  useEffect(() => {
    // The form renders after the navigation, so the browser itself cannot scroll to the section.
    if (!id || location.hash !== `#${id}`) return
    summary.current?.scrollIntoView()
    summary.current?.focus({ preventScroll: true })
  }, [id])

  return (
    <details
      id={id}
      open={isOpen}
      className="product-section border-t border-t-rule"
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true
      }}
    >
      <summary ref={summary}>
        <h2 className="font-display text-[19px]/[1.2] font-semibold">{title}</h2>
        <span className="secondary">{hint}</span>
      </summary>
      {children}
    </details>
  )
}

/** The needs and offers of the product. The family suggests interfaces without their sizes. */
function FitFields() {
  const { setValue, clearErrors, formState } = useFormContext<ProductFormValues>()
  const interfaces = useQuery(interfacesQuery)
  const fits = useWatch<ProductFormValues, 'fits'>({ name: 'fits' })
  const familySlug = useWatch<ProductFormValues, 'familySlug'>({ name: 'familySlug' })
  const family = useQuery({ ...familySuggestionsQuery(familySlug), enabled: familySlug !== '' })
  const { errors, isSubmitted } = formState
  const toKey = (entry: { interface: string; role: string }) => `${entry.interface} ${entry.role}`
  const knownKeys = new Set(fits.map(toKey))
  const suggestedFits = new Map((family.data?.fits ?? []).map((entry) => [toKey(entry), entry]))
  const missingFits = [...suggestedFits].flatMap(([key, entry]) =>
    knownKeys.has(key) ? [] : entry,
  )

  /** Adds the fits, and focuses the first added size, because the button disappears. */
  function addMissingFits({ currentTarget: { parentElement: section } }: MouseEvent) {
    const added = missingFits.map((entry) => toFormEntry({ ...entry, size: '' }))
    flushSync(() => setFits([...fits, ...added]))
    const firstAdded = section?.querySelectorAll('.bike-entry')[fits.length]
    const fields = firstAdded?.querySelectorAll<HTMLElement>('select, input') ?? []
    ;[...fields].at(-1)?.focus()
  }

  function setFits(entries: ProductFormValues['fits']) {
    clearErrors('fits')
    setValue('fits', entries, { shouldDirty: true })
  }

  if (!interfaces.data) return <QueryState query={interfaces} />
  return (
    <>
      <FitEntriesInput
        roles={{ label: 'Offers or needs', offers: 'offers', needs: 'needs' }}
        entries={fits}
        interfaces={interfaces.data}
        maximum={FITS_MAXIMUM}
        isSubmitted={isSubmitted}
        errors={listFitErrors(errors.fits, listFilledEntries(fits).length)}
        onChange={setFits}
      />
      {missingFits.length > 0 && (
        <Button small onClick={addMissingFits}>
          {`Add ${pluralize(missingFits.length, 'Missing Fit', 'Missing Fits')}`}
        </Button>
      )}
    </>
  )
}

/** Returns the server's errors in the form that `FitEntriesInput` expects: `entries.0.size`. */
function listFitErrors(errors: unknown, count: number): Record<string, string> {
  const rows = errors as ({ size?: { message?: string } } | undefined)[] | undefined
  const messages = Array.from({ length: count }, (_, n) => rows?.[n]?.size?.message)
  return Object.fromEntries(
    messages.flatMap((message, n) => (message ? [[`entries.${n}.size`, message]] : [])),
  )
}
