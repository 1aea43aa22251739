// The only place that reads the time, so that tests can set it.

export interface Clock {
  now(): Date
}

/** The ISO format that the API uses; null remains null. */
export const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const systemClock: Clock = { now: () => new Date() }

/** A clock that moves only when advanced. */
export function fakeClock(start = new Date('2026-01-01T00:00:00Z')): Clock & { advance(ms: number): void } {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms
    },
  }
}
