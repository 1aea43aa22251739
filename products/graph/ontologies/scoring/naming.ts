// The style of names: which of them do not follow the one that most follow.

/** Letters without case belong to every style that is made of words put together. */
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lo}]'
const LOWER = '[\\p{Ll}\\p{Lo}]'
const REST = '[\\p{L}\\p{M}\\p{N}]*'
const SMALL = '[\\p{Ll}\\p{Lo}\\p{M}\\p{N}]+'
const style = (name: string, pattern: string) => ({ name, pattern: new RegExp(`^${pattern}$`, 'u') })

/** In the order in which they win where two are as frequent. */
const STYLES = [
  style('UpperCamelCase', `${UPPER}${REST}`),
  style('lowerCamelCase', `${LOWER}${REST}`),
  style('snake_case', `${SMALL}(?:_${SMALL})*`),
  style('kebab-case', `${SMALL}(?:-${SMALL})*`),
  style('Upper_Snake', `${UPPER}${REST}(?:_${REST})+`),
  style('numbered codes', '[\\p{L}]+[_-]?\\p{N}{2,}'),
]

/** Each name may fit several styles; a word alone fits most. */
export function findStyle(names: readonly string[]): { name: string; fits: (name: string) => boolean } {
  const counted = STYLES.map((one) => ({ ...one, count: names.filter((name) => one.pattern.test(name)).length }))
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most))
  return { name: best.name, fits: (name) => best.pattern.test(name) }
}
