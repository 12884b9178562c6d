import type { WheelPart, WheelParts } from '@freehub/contract/fitment/fitment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Options, SelectField } from '../../../ui/forms/select-field.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { chosenPartQuery, wheelPartsSearchQuery } from '../fitment-queries.ts'

interface WheelPartFieldProps {
  kind: 'hub' | 'rim'
  list: WheelParts['hub']
  /** The id of the chosen part, or an empty text. */
  value: string
  /** The chosen part, if it is in the list or a search found it. */
  chosenPart: WheelPart | undefined
  /** The number of holes of the other part. Parts with the same number come first. */
  holes: number | undefined
  onChange: (id: string) => void
  /** Receives each part that the user chooses, because the next search may not find it. */
  onChosen: (part: WheelPart) => void
}

/** The field to choose a hub or a rim. If the list is incomplete, a search finds the other parts. */
export function WheelPartField(props: WheelPartFieldProps) {
  const { kind, list, value, chosenPart, holes, onChange, onChosen } = props
  const [search, setSearch] = useState('')
  const query = useQuery(wheelPartsSearchQuery({ kind, search }))
  const { data: foundParts, isPlaceholderData } = query
  const parts = search && foundParts ? foundParts : list.parts
  const isListed = value === '' || parts.some(({ productId }) => productId === value)
  const { data: part } = useQuery({ ...chosenPartQuery(value), enabled: !isListed && !chosenPart })

  function choose(id: string) {
    const listedPart = parts.find(({ productId }) => productId === id)
    if (listedPart) onChosen(listedPart)
    onChange(id)
  }

  return (
    <div className="wheel-part">
      {list.hasMore && (
        <SearchField
          label={`Search ${kind}s`}
          placeholder={`Search ${kind}s`}
          search={search}
          onSearch={setSearch}
        />
      )}
      <SelectField
        label={kind === 'hub' ? 'Hub' : 'Rim'}
        hint={chosenPart && `${chosenPart.spokeHoles} holes`}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Choose a {kind}</option>
        {!isListed && (
          <option value={value}>{chosenPart?.name ?? part?.name ?? `The chosen ${kind}`}</option>
        )}
        <PartOptions parts={parts} holes={holes} />
      </SelectField>
      {/* A select on a phone cuts long names. */}
      <p className="secondary mt-1.5 sm:hidden" aria-hidden="true">
        {chosenPart?.name}
      </p>
      <p className="secondary" role="status">
        {search &&
          foundParts &&
          !isPlaceholderData &&
          describeFound(foundParts.length, kind, search)}
        {list.hasMore && !search && `The first ${list.parts.length} ${kind}s. Search for others.`}
      </p>
      <QueryError query={query} />
    </div>
  )
}

function describeFound(count: number, kind: string, search: string): string {
  if (count === 0) return `No ${kind} matches “${search}”.`
  return `${count} ${count === 1 ? kind : `${kind}s`} found. Choose one in the list.`
}

function PartOptions({ parts, holes }: { parts: WheelPart[]; holes: number | undefined }) {
  const renderOptions = (listed: WheelPart[]) => (
    <Options of={listed.map(({ productId, name }) => [productId, name])} />
  )
  if (holes === undefined) return renderOptions(parts)
  const matchingParts = parts.filter(({ spokeHoles }) => spokeHoles === holes)
  const otherParts = parts.filter(({ spokeHoles }) => spokeHoles !== holes)
  return (
    <>
      {matchingParts.length > 0 && (
        <optgroup label={`With ${holes} holes`}>{renderOptions(matchingParts)}</optgroup>
      )}
      {otherParts.length > 0 && (
        <optgroup label="With another number of holes">{renderOptions(otherParts)}</optgroup>
      )}
    </>
  )
}
