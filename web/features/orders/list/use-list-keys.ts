import { type RefObject, useEffect, useEffectEvent, useId } from 'react'
import { useStored } from '../../../api/use-stored.ts'

interface ListKeys {
  /** Selects a row or removes it from the selection. */
  onToggle: (id: string) => void
  /** Called for the key s with the id of the focused row, otherwise of the open order. */
  onShip: (id: string | undefined) => void
  onMove: (id: string) => void
  onClose: () => void
}

/**
 * Keys for the rows of a table: j and k move the focus, x toggles a row and focuses the next. `s` ships the selected
 * orders. Without a selection, `s` ships the focused or the open order. `?` opens the popover `helpId`, Escape closes
 * the open order. Users can turn off the single characters (WCAG 2.1.4).
 */
export function useListKeys(table: RefObject<HTMLElement | null>, keys: ListKeys) {
  const [areKeysOff, setKeysOff] = useStored('listKeysOff', false)
  const helpId = useId()

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || mustIgnoreKeys(event.target)) return
    if (event.key === 'Escape') return keys.onClose()
    // The rows of the previous filters are about to be replaced.
    const isStale = table.current?.querySelector('[aria-busy="true"]') != null
    if (areKeysOff || isStale) return
    const rows = Array.from(table.current?.querySelectorAll<HTMLElement>('tr[data-order]') ?? [])
    const focused = rows.findIndex((row) => row.contains(document.activeElement))
    // With the focus in the open order, the keys continue from its row.
    const index = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === 'true')
    const focusRow = (to: number) => {
      const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
      row?.querySelector<HTMLElement>('a[id^="order-"]')?.focus()
      row?.scrollIntoView({ block: 'nearest' })
      return row?.dataset.order
    }
    const move = (to: number) => {
      const id = focusRow(to)
      if (id) keys.onMove(id)
    }
    if (event.key === 'j') move(index + 1)
    else if (event.key === 'k') move(index - 1)
    else if (event.key === 'x') {
      const id = rows[Math.max(0, index)]?.dataset.order
      if (id) keys.onToggle(id)
      focusRow(Math.max(0, index) + 1)
    } else if (event.key === 's') keys.onShip(rows[index]?.dataset.order)
    else if (event.key === '?') document.getElementById(helpId)?.showPopover()
    else return
    event.preventDefault()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return { helpId, areKeysOff, setKeysOff }
}

/** True if a field has the focus, or a dialog or popover is open. */
function mustIgnoreKeys(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], :popover-open')) return true
  if (!(target instanceof HTMLElement)) return false
  const isText = target instanceof HTMLInputElement && target.type !== 'checkbox'
  return isText || target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}
