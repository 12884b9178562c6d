import type { LucideIcon } from 'lucide-react'

/** A dashboard screen with its own entry in the menu and the palette. */
export interface NavItem {
  to: string
  name: string
  Icon: LucideIcon
  /** Paths of screens that are reached from this one and have no entry. */
  subpaths?: string[]
}
