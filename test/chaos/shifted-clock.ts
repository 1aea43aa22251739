// Preloaded into a server to give it a wrong clock.
const shift = Number(process.env.CHAOS_CLOCK_MS)
const TrueDate = Date

globalThis.Date = class ShiftedDate extends TrueDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(ShiftedDate.now())
    else super(...(given as ConstructorParameters<typeof TrueDate>))
  }

  static override now(): number {
    return TrueDate.now() + shift
  }
} as typeof Date
