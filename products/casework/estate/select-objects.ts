// Selects objects of an estate. All conditions of the selector must match.
import type { Estate, EstateObject } from './estate.ts'

export interface Selector {
  packages?: readonly string[]
  name_globs?: readonly string[]
  types?: readonly string[]
  components?: readonly string[]
  /** Requires the codes of the objects, by position. */
  codes?: readonly string[]
  owners?: readonly string[]
  used?: boolean
}

/**
 * Returns indexes into `estate.objects`. Packages and names may contain `*` and `?`; a component includes
 * subcomponents.
 */
export function selectObjects(estate: Estate, selector: Selector, codes?: readonly string[]): number[] {
  const { types, owners, used } = selector
  const isName = anyGlob(selector.name_globs)
  const isPackage = anyGlob(selector.packages)
  const components = selector.components?.map((component) => component.toUpperCase())
  const wanted = (object: EstateObject, place: number): boolean =>
    isName(object.name) &&
    isPackage(object.package) &&
    isAmong(types, object.type) &&
    isAmong(owners, object.owner) &&
    isAmong(selector.codes, codes?.[place] ?? '') &&
    isBelow(components, object.component) &&
    (used === undefined || (used ? (object.executions ?? 0) > 0 : object.executions === 0))
  return estate.objects.flatMap((object, place) => (wanted(object, place) ? [place] : []))
}

const isAmong = (values: readonly string[] | undefined, value: string): boolean =>
  !values?.length || values.some((one) => one.toUpperCase() === value.toUpperCase())

const isBelow = (components: readonly string[] | undefined, component: string): boolean =>
  !components?.length ||
  components.some((above) => `${component.toUpperCase()}-`.startsWith(above.endsWith('-') ? above : `${above}-`))

function anyGlob(globs: readonly string[] | undefined): (text: string) => boolean {
  if (!globs?.length) return () => true
  const patterns = globs.map((glob) => glob.toUpperCase())
  return (text) => patterns.some((pattern) => fitsGlob(pattern, text.toUpperCase()))
}

/** Not a regular expression, which could take exponential time; this takes at most glob length times text length. */
export function fitsGlob(glob: string, text: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let place = 0
  while (at < text.length) {
    if (glob[place] === '*') {
      star = place++
      resume = at
    } else if (place < glob.length && (glob[place] === '?' || glob[place] === text[at])) {
      place++
      at++
    } else if (star >= 0) {
      place = star + 1
      at = ++resume
    } else return false
  }
  while (glob[place] === '*') place++
  return place === glob.length
}
