import { useRef, useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** The selected rows of the page. Only rows in `selectableIds` can be selected. */
export function useSelection(selectableIds: string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selectAllBox = useRef<HTMLInputElement>(null)
  const selectedIds = selectableIds.filter((id) => ids.has(id))
  const isAllSelected = selectedIds.length > 0 && selectedIds.length === selectableIds.length

  return {
    /** The checkbox that selects all rows. It takes the focus when the bar with the actions disappears. */
    selectAllBox,
    selectedIds,
    isAllSelected,
    isSelected: (id: string) => selectedIds.includes(id),
    isSelectable: (id: string) => selectableIds.includes(id),
    toggle: (id: string) =>
      setIds(
        ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]),
      ),
    toggleAll: () => setIds(new Set(isAllSelected ? [] : selectableIds)),
    select: (ids: string[]) => setIds(new Set(ids)),
    clear: () => setIds(new Set()),
  }
}
