import {
  type PartsWanted,
  partsWantedQuery,
  readPartsWanted,
} from '@freehub/contract/catalog/parts-wanted'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Want } from './use-parts-wanted.ts'

/** What was ticked and chosen on the page before its scripts ran counts as if they had run. */
export function useChosenBeforeWaking(
  form: RefObject<HTMLFormElement | null>,
  wanted: PartsWanted,
  want: Want,
) {
  const chosen = useRef<Partial<PartsWanted>>(undefined)

  // Looked at before anything is rendered again, which sets the fields right; asked for once one may navigate.
  const look = useEffectEvent(() => {
    const fields = [...(form.current?.elements ?? [])]
    const said = fields.reduce(withField, wanted)
    if (queryOf(said) !== queryOf(wanted)) chosen.current = said
  })
  useLayoutEffect(() => look(), [])

  const ask = useEffectEvent(() => chosen.current && want(chosen.current))
  useEffect(() => void ask(), [])
}

const queryOf = (wanted: PartsWanted) => partsWantedQuery(wanted).toString()

/** What is wanted, as a box or a list of the form says it. */
function withField(wanted: PartsWanted, field: Element): PartsWanted {
  if (field instanceof HTMLSelectElement) {
    return { ...wanted, sort: readPartsWanted(new URLSearchParams({ sort: field.value })).sort }
  }
  if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) return wanted
  const { name, value, checked } = field
  if (name === 'available') return { ...wanted, available: checked }
  const others = wanted.families.filter((slug) => slug !== value)
  return { ...wanted, families: checked ? [...others, value].sort() : others }
}
