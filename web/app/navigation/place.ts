import type { LucideIcon } from 'lucide-react'

/** A screen of the dashboard that has an entry of its own, in the menu and in the palette. */
export interface Place {
  to: string
  name: string
  Icon: LucideIcon
  /** Screens that are reached from this one and have no entry of their own. */
  within?: string[]
}
