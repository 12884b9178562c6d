export type SignInProvider = 'google' | 'github'

/** The settings that pages need. They are public and the same for all visitors. */
export interface PublicSettings {
  /** For example `https://freehub.example`. Search engines and link previews need absolute URLs. */
  origin: string
  stripePublishableKey: string
  stripeJsUrl: string
  /** The exchange rate in tk per dollar. */
  localCurrencyRate: number
  reservationHours: number
  /** The sign-in providers with configured keys, in display order. */
  signInProviders: SignInProvider[]
  /** True if sign-in codes can be sent by SMS. */
  smsEnabled?: boolean
  /** The sandbox accounts that the login page offers; empty in production. */
  demoAccounts: { email: string; password: string }[]
  /** The URL of the sandbox page with sent mails; undefined in production. */
  inboxUrl?: string
}
