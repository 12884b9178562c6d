/** Shifts the clock of a process by CLOCK_OFFSET_MS milliseconds. Must be imported first. */
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0)
const TrueDate = Date

class ShiftedDate extends TrueDate {
  constructor(...args: []) {
    if (args.length === 0) super(TrueDate.now() + offsetMs)
    else super(...args)
  }
  static override now() {
    return TrueDate.now() + offsetMs
  }
}

if (offsetMs !== 0) globalThis.Date = ShiftedDate as DateConstructor
