/** Who can say who somebody is, beside his own password. Their ids at the identity provider. */
export type SignInProvider = 'google' | 'github'

/** What the pages need to know of the shop's settings; public, and the same for every visitor. */
export interface ShopSettings {
  /** Where the shop is reached: `https://freehub.example`. Search engines and previews want whole addresses. */
  origin: string
  /** Stripe's publishable key, and where Stripe.js comes from. */
  stripePublishableKey: string
  stripeJsUrl: string
  /** tk for one dollar. */
  localCurrencyRate: number
  reservationHours: number
  /** Those the shop has keys for, in the order in which they are offered. */
  signInProviders: SignInProvider[]
  /** Whether codes can be sent to phones; absent where nothing sends texts. */
  sendsTexts?: boolean
  /** The sandbox's accounts, offered on the login page; none in production. */
  demoAccounts: { email: string; password: string }[]
  /** Where the sandbox shows the mail that was sent; absent in production. */
  inboxUrl?: string
}
