// Naming styles: finds the most frequent style, and the names that differ from it.

/** Characters without case fit every style. */
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lo}]'
const LOWER = '[\\p{Ll}\\p{Lo}]'
const REST = '[\\p{L}\\p{M}\\p{N}]*'
const SMALL = '[\\p{Ll}\\p{Lo}\\p{M}\\p{N}]+'
const style = (name: string, pattern: string) => ({ name, pattern: new RegExp(`^${pattern}$`, 'u') })

/** In order of precedence for ties. */
const STYLES = [
  style('UpperCamelCase', `${UPPER}${REST}`),
  style('lowerCamelCase', `${LOWER}${REST}`),
  style('snake_case', `${SMALL}(?:_${SMALL})*`),
  style('kebab-case', `${SMALL}(?:-${SMALL})*`),
  style('Upper_Snake', `${UPPER}${REST}(?:_${REST})+`),
  style('numbered codes', '[\\p{L}]+[_-]?\\p{N}{2,}'),
]

/** A name may fit several styles; a single word fits most of them. */
export function findStyle(names: readonly string[]): { name: string; fits: (name: string) => boolean } {
  const counted = STYLES.map((one) => ({ ...one, count: names.filter((name) => one.pattern.test(name)).length }))
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most))
  return { name: best.name, fits: (name) => best.pattern.test(name) }
}
