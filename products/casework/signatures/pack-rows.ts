// The same packs as tables, with one row per parameter or per field. Pure.
import { DIRECTIONS, type Direction, type FieldMapping, type FunctionSignature, type Signatures } from './signature.ts'

/** The value of the column with this meaning, or '' if the row has none. */
type Cell = (meaning: string) => string
type Reject = (reason: string) => void

const NAME = /^[A-Z0-9_/%$&#*<>?-]{1,60}$/
const TYPE = /^[A-Z0-9_/~=>. -]{1,120}$/
const DIRECTION_NAMES: Readonly<Record<string, Direction | 'exception'>> = {
  I: 'importing',
  IMPORT: 'importing',
  E: 'exporting',
  EXPORT: 'exporting',
  C: 'changing',
  T: 'tables',
  TABLE: 'tables',
  X: 'exception',
  EXCEPTION: 'exception',
  EXCEPTIONS: 'exception',
}
const TRUE = /^(?:X|TRUE|YES|1)$/i

/** The rows of a function can be in any order, with rows of others between them. */
export function openSignatureRows(): { add(cell: Cell, reject: Reject): void; done(): Signatures } {
  const functions = new Map<string, FunctionSignature>()
  return {
    add(cell, reject) {
      const [name, parameter] = [cell('function').toUpperCase(), cell('parameter').toUpperCase()]
      if (!NAME.test(name)) return reject(`“${cell('function')}” is not the name of a function module.`)
      if (!NAME.test(parameter)) return reject(`“${cell('parameter')}” is not the name of a parameter.`)
      const word = cell('direction').toUpperCase()
      const direction =
        DIRECTION_NAMES[word] ?? DIRECTIONS.find((one) => one === word.toLowerCase() && one !== 'returning')
      if (!direction)
        return reject(
          `“${cell('direction')}” is not a direction: use importing, exporting, changing, tables or exception.`,
        )
      const known = functions.get(name) ?? { kind: 'FUNC', name, parameters: [], exceptions: [] }
      if (direction === 'exception') known.exceptions.push(parameter)
      else {
        const type = cell('type').toUpperCase()
        const typing = cell('typing').toLowerCase() || (direction === 'tables' ? 'structure' : 'type')
        if (type && !TYPE.test(type)) return reject(`“${cell('type')}” is not a type.`)
        if (!isTyping(typing)) return reject(`“${cell('typing')}” is not a typing: use type, like, ref or structure.`)
        if (known.parameters.some((one) => one.name === parameter))
          return reject(`${name} has the parameter ${parameter} twice.`)
        const standard = cell('default')
        known.parameters.push({
          name: parameter,
          direction,
          ...(type && { typing, type }),
          ...((TRUE.test(cell('optional')) || standard !== '') && { optional: true }),
          ...(standard !== '' && { default: standard }),
        })
      }
      functions.set(name, known)
    },
    done: () => ({ signatures: [...functions.values()], mappings: [] }),
  }
}

const isTyping = (word: string): word is 'type' | 'like' | 'ref' | 'structure' =>
  word === 'type' || word === 'like' || word === 'ref' || word === 'structure'

export function openMappingRows(label: string): { add(cell: Cell, reject: Reject): void; done(): Signatures } {
  const mappings = new Map<string, FieldMapping>()
  return {
    add(cell, reject) {
      const [table, field] = [cell('table').toUpperCase(), cell('field').toUpperCase()]
      const [entity, element] = [cell('entity'), cell('element')]
      for (const [what, value, most] of [
        ['table', table, 30],
        ['field', field, 30],
        ['CDS entity', entity, 40],
        ['element', element, 40],
      ] as const)
        if (!/^[A-Za-z0-9_/]+$/.test(value) || value.length > most)
          return reject(`“${value}” is not the name of a ${what}.`)
      const confidence = cell('confidence') === '' ? 0.8 : Number(cell('confidence').replace(',', '.'))
      if (!(confidence >= 0 && confidence <= 1)) return reject('The confidence must be a number from 0 to 1.')
      const key = `${table} ${entity.toUpperCase()}`
      const known = mappings.get(key) ?? {
        table,
        entity,
        fields: {},
        confidence,
        source: cell('source') || label,
        notes: [],
      }
      if (Object.hasOwn(known.fields, field) && known.fields[field] !== element)
        return reject(`${table}-${field} is mapped to ${known.fields[field]} in an earlier row.`)
      known.fields[field] = element
      // A mapping has the confidence of its least certain row.
      known.confidence = Math.min(known.confidence, confidence)
      mappings.set(key, known)
    },
    done: () => ({ signatures: [], mappings: [...mappings.values()] }),
  }
}
