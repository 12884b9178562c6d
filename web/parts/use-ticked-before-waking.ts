import type { PartsWanted } from '@freehub/contract/parts-wanted'
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { Want } from './use-parts-wanted.ts'

/** What was ticked on the page before its scripts ran counts as if they had run. */
export function useTickedBeforeWaking(
  form: RefObject<HTMLFormElement | null>,
  wanted: PartsWanted,
  want: Want,
) {
  const hear = useEffectEvent(() => {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []
    const changed = [...boxes].filter((box) => box.checked !== box.defaultChecked)
    if (changed.length === 0) return
    const families = new Set(wanted.families)
    let { available } = wanted
    for (const { name, value, checked } of changed) {
      if (name === 'available') available = checked
      else if (checked) families.add(value)
      else families.delete(value)
    }
    want({ families: [...families].sort(), available })
  })
  useLayoutEffect(() => hear(), [])
}
