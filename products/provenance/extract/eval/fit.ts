// Logistic regression with an L2 penalty, fitted by Newton's method.

export interface Example {
  features: Readonly<Record<string, number>>
  isRight: boolean
  /** The weight of the example; default: 1. */
  weight?: number
}

export type Weights = Readonly<Record<string, number>>

const STEPS = 25
/** Applies to all weights except `always`. */
const PENALTY: number = 2

export function fit(examples: readonly Example[]): Weights {
  const names = ['always', ...new Set(examples.flatMap(({ features }) => Object.keys(features)))].sort()
  const rows = examples.map(({ features }) => names.map((name) => (name === 'always' ? 1 : (features[name] ?? 0))))
  let weights = names.map(() => 0)
  for (let step = 0; step < STEPS; step++) {
    const slope = names.map((name, at) => (name === 'always' ? 0 : -PENALTY * (weights[at] ?? 0)))
    const curve = names.map((name, at) =>
      names.map((_, other): number => (at !== other ? 0 : name === 'always' ? 1e-6 : PENALTY)),
    )
    rows.forEach((row, at) => {
      const p = chance(row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0))
      const counts = examples[at]?.weight ?? 1
      const gap = counts * (Number(examples[at]?.isRight) - p)
      row.forEach((value, i) => {
        if (value === 0) return
        slope[i] = (slope[i] ?? 0) + gap * value
        const line = curve[i] ?? []
        row.forEach((other, j) => {
          line[j] = (line[j] ?? 0) + counts * p * (1 - p) * value * other
        })
      })
    })
    const change = solve(curve, slope)
    weights = weights.map((weight, at) => weight + (change[at] ?? 0))
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
}

export const chanceOf = (weights: Weights, features: Readonly<Record<string, number>>): number =>
  chance(
    Object.entries(features).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, weights.always ?? 0),
  )

const chance = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let at = column + 1; at < size; at++)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at
    const [one = [], other = []] = [rows[column], rows[pivot]]
    rows[column] = other
    rows[pivot] = one
    const head = other[column] ?? 1
    rows.forEach((row, at) => {
      const share = at === column ? 0 : (row[column] ?? 0) / head
      if (share !== 0) for (let i = column; i <= size; i++) row[i] = (row[i] ?? 0) - share * (other[i] ?? 0)
    })
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}
