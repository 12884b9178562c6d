import {
  type PartFilters,
  readPartFilters,
  serializePartFilters,
} from '@freehub/contract/catalog/part-filters'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { UpdateFilters } from './use-part-filters.ts'

/** Applies boxes and lists that the user changed before hydration. */
export function useChangesBeforeHydration(
  form: RefObject<HTMLFormElement | null>,
  filters: PartFilters,
  updateFilters: UpdateFilters,
) {
  const earlyFilters = useRef<Partial<PartFilters>>(undefined)

  // Read in a layout effect, before React resets the fields; applied in an effect, when navigation works.
  const readForm = useEffectEvent(() => {
    const fields = [...(form.current?.elements ?? [])]
    const formFilters = fields.reduce(readField, filters)
    if (formatQuery(formFilters) !== formatQuery(filters)) earlyFilters.current = formFilters
  })
  useLayoutEffect(() => readForm(), [])

  const applyEarlyFilters = useEffectEvent(
    () => earlyFilters.current && updateFilters(earlyFilters.current),
  )
  useEffect(() => void applyEarlyFilters(), [])
}

const formatQuery = (filters: PartFilters) => serializePartFilters(filters).toString()

/** Merges the value of a form field into the filters. */
function readField(filters: PartFilters, field: Element): PartFilters {
  if (field instanceof HTMLSelectElement) {
    return { ...filters, sort: readPartFilters(new URLSearchParams({ sort: field.value })).sort }
  }
  if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) return filters
  const { name, value, checked } = field
  if (name === 'available') return { ...filters, available: checked }
  const others = filters.families.filter((slug) => slug !== value)
  return { ...filters, families: checked ? [...others, value].sort() : others }
}
