// Computes the level of each source line. Pure.
import type { Classification } from '@veritrace/contract/casework/studio-shapes'

export interface LineMark {
  line: number
  code: string
  /** The objects that determine the level. */
  names: readonly string[]
}

/** The worst level of the objects that a line uses. Unknown objects count only if there are no others. */
export function marksOf({ objects }: Pick<Classification, 'objects'>, codes: readonly string[]): LineMark[] {
  const found = objects.flatMap(({ references, technology }) => [
    ...references
      .filter(({ own }) => !own)
      .flatMap(({ artifact, rating, occurrences }) =>
        occurrences.map(({ line }) => ({ line, code: rating.code, name: artifact.name })),
      ),
    ...technology.map(({ line, code, title }) => ({ line, code, name: title })),
  ])
  const byLine = Map.groupBy(
    found.filter(({ line }) => line > 0),
    ({ line }) => line,
  )
  return [...byLine]
    .map(([line, on]) => {
      const code = on.map((one) => one.code).reduce((a, b) => (codes.indexOf(b) > codes.indexOf(a) ? b : a))
      const names = [...new Set(on.filter((one) => one.code === code).map(({ name }) => name))]
      return { line, code, names }
    })
    .sort((a, b) => a.line - b.line)
}
