// What names in ABAP say by themselves.
import type { Named } from '../../model/artifacts.ts'

/** Types that the language has, and words that stand where a type could. */
const BUILT_IN = new Set(
  (
    'I INT8 F P N C D T X B S STRING XSTRING DECFLOAT DECFLOAT16 DECFLOAT34 UTCLONG ANY DATA OBJECT SIMPLE CLIKE CSEQUENCE ' +
    'NUMERIC XSEQUENCE TABLE INDEX STANDARD SORTED HASHED REF LINE RANGE OF TO SY SYST ABAP_BOOL ABAP_TRUE ABAP_FALSE FLAG ' +
    'STRUCTURE ME SUPER SCREEN BOOLEAN VALUE READ-ONLY'
  ).split(' '),
)

const NAME = /^(?:\/[A-Z0-9_]{1,10}\/)?[A-Z_%$][A-Z0-9_%$#]{1,60}$/
/** Types of the type pool ABAP belong to the language too. */
export const isName = (upper: string): boolean => NAME.test(upper) && !BUILT_IN.has(upper) && !upper.startsWith('ABAP_')

/** Rows of components, or `I_…` and longer than a table's name may be. */
const VIEW_LIKE = /^(?:\/[A-Z0-9_]+\/)?[ACDEIPRX]_[A-Z0-9]/
const LONGEST_TABLE = 16
const isViewName = (upper: string): boolean =>
  VIEW_LIKE.test(upper) || upper.replace(/^\/.*\//, '').length > LONGEST_TABLE

export const isClassLike = (upper: string): boolean => /^(?:\/[A-Z0-9_]+\/)?(?:[ZY])?(?:CL|CX)_/.test(upper)
export const isInterface = (upper: string): boolean => /^(?:\/[A-Z0-9_]+\/)?(?:[ZY])?IF_/.test(upper)

export const sourceOfRows = (name: string): Named => ({ type: isViewName(name) ? 'CDS_STOB' : 'TABL', name })
export const classOrInterface = (name: string): Named => ({ type: isInterface(name) ? 'INTF' : 'CLAS', name })

/** A type of the dictionary: what it is exactly, only the dictionary knows. */
export function dictionaryType(name: string, hasComponent: boolean, isRow: boolean): Named {
  if (isInterface(name) || isClassLike(name)) return classOrInterface(name)
  if (VIEW_LIKE.test(name) && isViewName(name) && name.length > 6) return { type: 'CDS_STOB', name }
  return { type: hasComponent || isRow ? 'TABL' : 'DTEL', name }
}

/** Customers' names, where nothing says otherwise. */
export const OWN_NAME = /^(?:\/[A-Z0-9_]+\/)?[ZY]/
