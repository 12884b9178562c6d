const isFull = process.env.HURT === 'full'

/** How often each thing is done: a little in `npm test`, in `npm run test:hurt` all of it. */
export const counts = {
  cancelAgainstPay: isFull ? 200 : 20,
  reportAgainstWebhook: isFull ? 200 : 20,
  tabs: isFull ? 50 : 8,
  changedInMidPayment: isFull ? 50 : 4,
  /** Of the steps of each operation: all, or the ones around its last commit. */
  killAtEachStep: isFull,
  randomKills: isFull ? 100 : 2,
  postgresKills: isFull ? 100 : 2,
  /** A disk that is small, and not full of PostgreSQL's own log by itself. */
  diskMb: isFull ? 1536 : 512,
  /** Bodies of any size and shape that are sent, and how often a hundred of them at once. */
  bodies: isFull ? 1000 : 40,
  hundredsOfBodies: isFull ? 20 : 2,
  /** What a request may take to come, in seconds. */
  patience: isFull ? 15 : 3,
  /** Customers that come, how long it is measured what the shop bears, and for how long ten times as much is asked. */
  crowd: isFull ? 400 : 200,
  bearsMs: isFull ? 5_000 : 1_000,
  crowdMs: isFull ? 20_000 : 2_000,
  /** How long a database stays frozen once it is taken to be away. */
  frozenMs: isFull ? 30_000 : 0,
  postgresAwayMs: isFull ? 30_000 : 3_000,
  webhooksAtRandom: isFull ? 100 : 5,
  browsersGone: isFull ? 50 : 5,
  /** Whether the provider is so slow that the shop gives up. */
  slowProvider: isFull,
  /** Whether the wait between the shop's rounds is as long as it is in a shop. */
  waitsForReal: isFull,
}
