import type { PublicSettings } from '@freehub/contract/settings'
import { createContext, useContext } from 'react'

/** The public settings, and the server's year, so that hydration renders the same year. */
export interface PageSettings extends PublicSettings {
  year: number
}

const Settings = createContext<PageSettings | null>(null)

export const SettingsProvider = Settings.Provider

export function useSettings(): PageSettings {
  const settings = useContext(Settings)
  if (!settings) throw new Error('useSettings needs a SettingsProvider above it.')
  return settings
}

export function readPageSettings(): PageSettings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '')
}
