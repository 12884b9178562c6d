import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import type { ComponentProps, MouseEvent } from 'react'
import { paths } from '../../../paths.ts'
import { isPlainPress } from '../../../ui/forms/plain-press.ts'
import type { Want } from './use-parts-wanted.ts'

interface WishLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  wanted: PartsWanted
  want: Want
  change: Partial<PartsWanted>
}

/** A link to the same list with other wishes, which with scripts show at once. */
export function WishLink({ wanted, want, change, onClick, ...link }: WishLinkProps) {
  function press(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainPress(event)) return
    event.preventDefault()
    onClick?.(event)
    want(change)
  }
  const href = paths.partsWanted({ ...wanted, after: undefined, ...change })
  return <a {...link} href={href} onClick={press} />
}
