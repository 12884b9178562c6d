import type pg from 'pg'

const LOOK_EVERY_MS = 1_000
const LOOK_AGAIN_MS = 250
/** A database that says nothing for so long is taken to be away. */
const ANSWERS_WITHIN_MS = 2_000

export interface DatabaseWatch {
  /** True while the database does not answer. */
  isAway(): boolean
  /** Looks at once: something went wrong. */
  suspect(): void
  /** What was asked for, or something else as soon as the database proves to be away. */
  orAway<T>(asked: Promise<T>, instead: () => T): Promise<T>
  close(): void
}

/** Asks the database every second whether it answers, so that nobody has to wait in order to learn it. */
export function watchDatabase(pool: Pick<pg.Pool, 'query'>): DatabaseWatch {
  const listeners = new Set<() => void>()
  let away = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let looking = false

  function found(answers: boolean) {
    if (away === !answers) return
    away = !answers
    if (away) for (const giveUp of listeners) giveUp()
  }

  /** One question at a time: a database that hangs is not asked again before the first has failed. */
  async function look() {
    if (looking || closed) return
    clearTimeout(timer)
    looking = true
    const late = setTimeout(found, ANSWERS_WITHIN_MS, false).unref()
    const answers = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    clearTimeout(late)
    found(answers)
    looking = false
    timer = setTimeout(look, away ? LOOK_AGAIN_MS : LOOK_EVERY_MS).unref()
  }
  timer = setTimeout(look, LOOK_EVERY_MS).unref()

  return {
    isAway: () => away,
    suspect: () => void look(),
    orAway(asked, instead) {
      return new Promise((resolve, reject) => {
        const giveUp = () => resolve(instead())
        if (away) giveUp()
        listeners.add(giveUp)
        asked.then(resolve, reject).finally(() => listeners.delete(giveUp))
      })
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
