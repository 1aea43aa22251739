// Finds types and local classes of a program by words. If the library could not resolve a block, its scope does not declare
// the block's name, which would then look like a dictionary type.
import type { At } from './at.ts'
import type { Found } from './found.ts'

const NAMES = /^(?:TYPES (?:BEGIN OF )?|CLASS |INTERFACE )((?:\/\w+\/)?[\w$%]+)/i
const DECLARES = /^(?:Type|TypeBegin|TypeEnumBegin|ClassDefinition|Interface)$/
const BEGINS = /^Type(?:Enum)?Begin$/
const ENDS = /^Type(?:Enum)?End$/

/** Names between BEGIN and END are components. */
export function noteOwnType({ found, main, kind, statement }: At): void {
  const depth = found.blocks.get(main) ?? 0
  if (ENDS.test(kind)) found.blocks.set(main, Math.max(0, depth - 1))
  if (!DECLARES.test(kind)) return
  if (BEGINS.test(kind)) found.blocks.set(main, depth + 1)
  const name = depth === 0 || !kind.startsWith('Type') ? NAMES.exec(statement.concatTokens())?.[1] : undefined
  if (!name) return
  found.types.add(`${main} ${name.toUpperCase()}`)
  found.types.add(name.toUpperCase())
}

/** `isOpen`: an include or the main program is missing, so any include may declare the type. */
export const isOwnType = ({ types }: Found, mains: Iterable<string>, name: string, isOpen: boolean): boolean =>
  isOpen ? types.has(name) : [...mains].some((main) => types.has(`${main} ${name}`))
