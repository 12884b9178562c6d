/** Imported first, it makes its process believe that it is so many milliseconds later. */
const off = Number(process.env.CLOCK_OFF_MS ?? 0)
const TrueDate = Date

class ShiftedDate extends TrueDate {
  constructor(...given: []) {
    if (given.length === 0) super(TrueDate.now() + off)
    else super(...given)
  }
  static override now() {
    return TrueDate.now() + off
  }
}

if (off !== 0) globalThis.Date = ShiftedDate as DateConstructor
