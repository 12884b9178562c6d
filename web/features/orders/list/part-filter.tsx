import { useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { CloseIcon } from '../../../ui/icons.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { partQuery } from '../../catalog/part/part-queries.ts'

interface PartFilterProps {
  id: string
  onRemove: () => void
}

/** The part whose orders a list shows. */
export function PartFilter({ id, onRemove }: PartFilterProps) {
  const { data: part } = useQuery(partQuery(id))
  return (
    <RemovableFilter removeLabel="Show orders of all products" onRemove={onRemove}>
      {part === null ? 'A product no longer sold' : <PartName name={part?.name ?? '…'} />}
    </RemovableFilter>
  )
}

interface RemovableFilterProps {
  removeLabel: string
  onRemove: () => void
  children: ReactNode
}

/** A filter of a list, with a button that removes it. */
export function RemovableFilter({ removeLabel, onRemove, children }: RemovableFilterProps) {
  /** Moves the focus to the search field before the button is removed. */
  function remove({ currentTarget }: MouseEvent) {
    currentTarget.closest('.tools')?.querySelector('input')?.focus()
    onRemove()
  }

  return (
    <p className="basis-full">
      <span className="saved-filter">
        <span className="self-center px-3 wrap-anywhere">{children}</span>
        <button
          className="grid place-items-center w-8 cursor-pointer [&>svg]:size-4"
          type="button"
          aria-label={removeLabel}
          onClick={remove}
        >
          <CloseIcon />
        </button>
      </span>
    </p>
  )
}
