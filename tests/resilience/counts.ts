/** `npm run test:hurt`. Without it, `npm test` runs a small part. */
export const isFull = process.env.HURT === 'full'

/** How often each thing is done: a little in `npm test`, in `npm run test:hurt` all of it. */
export const counts = {
  cancelAgainstPay: isFull ? 200 : 4,
  reportAgainstWebhook: isFull ? 200 : 4,
  tabs: isFull ? 50 : 2,
  changedInMidPayment: isFull ? 50 : 2,
  /** Whether a fault strikes at every step of an operation, or only before and after its last commit. */
  everyStep: isFull,
  randomKills: 100,
  postgresKills: 100,
  customers: isFull ? 6 : 3,
  /** A disk that is small, and not full of PostgreSQL's own log by itself. */
  diskMb: isFull ? 1536 : 512,
  /** Bodies of any size and shape, and how often a hundred of them are sent at once. */
  bodies: 1000,
  hundredsOfBodies: 20,
  /** What a request may take to come, in seconds. */
  patience: 15,
  /** Customers that come, how long it is measured what the shop bears, and for how long ten times as much is asked. */
  crowd: 400,
  bearsMs: 5_000,
  crowdMs: 20_000,
  /** How long a database stays frozen after the shop has noticed. */
  frozenMs: isFull ? 30_000 : 0,
  postgresAwayMs: 30_000,
  webhooksAtRandom: isFull ? 100 : 2,
  browsersGone: isFull ? 50 : 2,
  /** Whether the provider is so slow that the shop gives up. */
  slowProvider: isFull,
  /** Whether the wait between the shop's rounds is as long as it is in a shop. */
  waitsForReal: isFull,
}
