import type { SignInProvider } from '@freehub/contract/settings'

export const providerNames: Record<SignInProvider, string> = { google: 'Google', github: 'Github' }
