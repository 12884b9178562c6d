import { type Circumstances, keepAnswers } from './kept-answers.ts'

/** What is kept of all that everybody may read: how fresh, how many, and which share of the memory. */
const KINDS = {
  // What is left of one part, and the reviews, are exact at once; all else may lag by a second.
  parts: { renewMs: 0, most: 5000, share: 0.08 },
  details: { renewMs: 1000, most: 5000, share: 0.1 },
  reviews: { renewMs: 0, most: 100, share: 0.02 },
  lists: { renewMs: 1000, most: 300, share: 0.12 },
  found: { renewMs: 1000, most: 400, share: 0.14 },
  pages: { renewMs: 1000, most: 50, share: 0.08 },
  // Of these there are as many as parts and wishes: they must not push out the ones above.
  catalogue: { renewMs: 1000, most: 300, share: 0.14 },
  sitemaps: { renewMs: 1000, most: 12, share: 0.08 },
  drawings: { renewMs: 0, most: 1000, share: 0.08 },
}

/** Which share the photos have, which are files and kept as such. */
export const PHOTOS_SHARE = 0.16

/** Told among the parts that have changed: there is another review, or one is seen otherwise now. */
export const REVIEWS = 'reviews'

/** Makes room for the answers of each kind, `bytes` for all of them and the photos together. */
export function keepAll(bytes: number, around: Circumstances) {
  const room = ({ share, ...kind }: (typeof KINDS)[keyof typeof KINDS]) =>
    keepAnswers({ ...kind, mostBytes: share * bytes, around })
  return {
    parts: room(KINDS.parts),
    details: room(KINDS.details),
    reviews: room(KINDS.reviews),
    lists: room(KINDS.lists),
    found: room(KINDS.found),
    pages: room(KINDS.pages),
    catalogue: room(KINDS.catalogue),
    sitemaps: room(KINDS.sitemaps),
    drawings: room(KINDS.drawings),
  }
}

/** Drops what may be another now: of the parts and the like of these names, or, without any, all of it. */
export function dropKept(kept: ReturnType<typeof keepAll>, names?: string[]): void {
  for (const about of [kept.parts, kept.details]) {
    if (names) for (const name of names) about.changed(name)
    else about.allChanged()
  }
  if (!names || names.includes(REVIEWS)) kept.reviews.allChanged()
  kept.lists.allChanged()
  kept.found.allChanged()
  kept.pages.allChanged()
  kept.catalogue.allChanged()
  kept.sitemaps.allChanged()
}
