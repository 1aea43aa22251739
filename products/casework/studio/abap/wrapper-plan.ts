// Which parameters of a function module a wrapper passes, and which it leaves out. Pure.
import type { CallFact } from '../../evidence/source/statements/facts.ts'
import type { FunctionSignature, Parameter } from '../../signatures/signature.ts'
import { type Gap, gapOf } from './gap.ts'
import { isName, openNames } from './names.ts'
import { isKnownDefault, type Typed, typedAs } from './typing.ts'

export interface Passed {
  parameter: Parameter
  /** Name of the method's parameter. */
  name: string
  typed: Typed
  /** Name of the table type to declare if the parameter has the type of a row. */
  tableType?: string
  isOptional: boolean
  default?: string
}

export interface WrapperPlan {
  function: string
  passed: Passed[]
  /** Parameters that the wrapper does not pass. */
  leftOut: string[]
  returns: { passed: Passed; isTable: boolean }[]
  exceptions: string[]
  classBased: boolean
  gaps: Gap[]
  /** The function cannot be called. A gap says why. */
  isOpen: boolean
}

/** `*` for all. Undefined: those that the calls pass, or all if no call is known. */
export type Wanted = '*' | readonly string[] | undefined

export function planWrapper(
  name: string,
  signature: FunctionSignature | undefined,
  calls: readonly CallFact[],
  wanted: Wanted,
): WrapperPlan {
  const empty = { function: name, passed: [], leftOut: [], returns: [], exceptions: [], classBased: false }
  if (!signature) {
    const text = `The parameters of ${name} are unknown: neither the upload nor a signature pack contains them.`
    return { ...empty, gaps: [gapOf('signature', name, text)], isOpen: true }
  }
  const asked = new Set(wanted === '*' ? undefined : (wanted ?? calls.flatMap(passedBy)))
  const isAll = wanted === '*' || (wanted === undefined && calls.length === 0)
  const gaps: Gap[] = []
  const passed: Passed[] = []
  const leftOut: string[] = []
  const names = openNames(LOCALS)
  const tableTypes = openNames()
  let isOpen = false
  for (const parameter of signature.parameters) {
    const isNeeded = isMandatory(parameter)
    const isAsked = asked.has(parameter.name)
    if (!isNeeded && !isAll && !isAsked && !isReturn(parameter)) {
      leftOut.push(parameter.name)
      continue
    }
    const typed = typedAs(parameter)
    const fault = faultOf(parameter, typed)
    if (fault || !typed) {
      gaps.push(gapOf('parameter', `${name}/${parameter.name}`, fault ?? ''))
      leftOut.push(parameter.name)
      isOpen ||= isNeeded || isAsked
      continue
    }
    const standard = parameter.direction === 'importing' ? parameter.default : undefined
    const isKnown = standard !== undefined && isKnownDefault(standard) && mayHaveDefault(typed)
    const isHidden = standard !== undefined && !isKnown
    // The default is known only inside the function group. It still applies if the parameter is left out.
    if (isHidden && !isAsked) {
      leftOut.push(parameter.name)
      continue
    }
    const passedAs = names.take(parameter.name)
    passed.push({
      parameter,
      name: passedAs,
      typed,
      ...(typed.isRow && { tableType: tableTypes.take(`ty_${passedAs}`) }),
      // If the default is unknown, the caller has to pass a value.
      isOptional: !isNeeded && (standard === undefined || isKnown),
      ...(isKnown && { default: standard.trim() }),
    })
  }
  const returns = passed.filter(({ parameter }) => isReturn(parameter))
  return {
    ...empty,
    passed: isOpen ? [] : passed,
    leftOut,
    returns: isOpen ? [] : returns.map((one) => ({ passed: one, isTable: isReturnTable(one.parameter) })),
    exceptions: signature.exceptions.filter((one) => isName(one) && !/^(?:OTHERS|ERROR_MESSAGE)$/.test(one)),
    classBased: signature.class_based === true,
    gaps,
    isOpen,
  }
}

/** Tables and references have no literals. */
const mayHaveDefault = ({ text }: Typed): boolean => !/TABLE$|^REF TO /.test(text)

/** Local variables of the generated method. */
const LOCALS = ['l_cause', 'l_error', 'l_result', 'l_text', 'l_commit', 'l_message']

const passedBy = (call: CallFact): string[] =>
  [...call.exporting, ...call.importing, ...call.changing, ...call.tables].map(({ name }) => name)

/** Callers may ignore exporting parameters, so these are never mandatory. */
export const isMandatory = ({ direction, optional, default: standard }: Parameter): boolean =>
  direction !== 'exporting' && !optional && standard === undefined

function faultOf(parameter: Parameter, typed: Typed | undefined): string | undefined {
  if (!isName(parameter.name)) return `${parameter.name} is not a valid parameter name.`
  return typed ? undefined : `The type “${parameter.type ?? ''}” of ${parameter.name} was not understood.`
}

const RETURN_ROWS = /^(?:BAPIRET[12]|BAPIRETURN1?)$/
const RETURN_TABLES = /^(?:BAPIRETTAB|BAPIRET2_T|BAPIRET2_TAB|BAPIRET2TAB)$/
const isReturn = ({ type = '', direction, typing }: Parameter): boolean =>
  direction !== 'importing' &&
  typing !== undefined &&
  typing !== 'ref' &&
  (RETURN_ROWS.test(type) || RETURN_TABLES.test(type))
const isReturnTable = ({ type = '', direction }: Parameter): boolean =>
  direction === 'tables' || RETURN_TABLES.test(type)
