// How well confidences fit the results: Brier score, area under the curve, and the share of right claims per level.

export interface Guess {
  confidence: number
  isRight: boolean
}

export interface Fitness {
  of: number
  wrong: number
  brier: number
  /** The probability that a right claim has more confidence than a wrong one; undefined without claims of either kind. */
  area: number | undefined
  levels: { from: number; of: number; mean: number; right: number }[]
}

const LEVELS = [0, 0.5, 0.7, 0.8, 0.9, 0.95]

export function fitnessOf(guesses: readonly Guess[]): Fitness {
  const wrong = guesses.filter(({ isRight }) => !isRight)
  const right = guesses.filter(({ isRight }) => isRight)
  const wins = right.flatMap(({ confidence }) =>
    wrong.map((one): number => (confidence > one.confidence ? 1 : confidence === one.confidence ? 0.5 : 0)),
  )
  return {
    of: guesses.length,
    wrong: wrong.length,
    brier: mean(guesses.map(({ confidence, isRight }) => (confidence - Number(isRight)) ** 2)),
    area: wins.length > 0 ? mean(wins) : undefined,
    levels: LEVELS.flatMap((from, at) => {
      const to = LEVELS[at + 1] ?? Number.POSITIVE_INFINITY
      const those = guesses.filter(({ confidence }) => confidence >= from && confidence < to)
      if (those.length === 0) return []
      const level = mean(those.map(({ confidence }) => confidence))
      return [{ from, of: those.length, mean: level, right: mean(those.map(({ isRight }) => Number(isRight))) }]
    }),
  }
}

const mean = (values: readonly number[]): number =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
