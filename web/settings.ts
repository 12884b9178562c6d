import type { ShopSettings } from '@freehub/contract/settings'
import { createContext, useContext } from 'react'

/** The shop's settings, and the year that the page was rendered in: both sides must print the same. */
export interface PageSettings extends ShopSettings {
  year: number
}

const Settings = createContext<PageSettings | null>(null)

export const SettingsProvider = Settings.Provider

export function useSettings(): PageSettings {
  const settings = useContext(Settings)
  if (!settings) throw new Error('There are no settings around this component.')
  return settings
}

/** The settings as the server wrote them into the page. */
export function settingsOfPage(): PageSettings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '')
}
