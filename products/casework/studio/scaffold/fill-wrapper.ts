// Fills the template of a wrapper around a function module. Pure.
import type { FunctionSignature } from '../../signatures/signature.ts'
import { applyAll, type Replacement, replaceCall } from '../abap/call-site.ts'
import { type Gap, gapOf } from '../abap/gap.ts'
import {
  bodyBlock,
  decisionOf,
  needsRaiseError,
  parametersBlock,
  raiseErrorBlocks,
  typesBlock,
  type WrapperNames,
} from '../abap/wrapper-code.ts'
import { planWrapper, type Wanted, type WrapperPlan } from '../abap/wrapper-plan.ts'
import { wrapperTests } from '../abap/wrapper-tests.ts'
import type { Filled } from './fillers.ts'
import type { Facts } from './gather.ts'
import type { Values } from './params.ts'

export function fillWrapper(values: Values, facts: Facts): Filled {
  const text = (name: string): string => String(values[name] ?? '')
  const names: WrapperNames = {
    interface: text('interface'),
    class: text('class'),
    factory: text('factory'),
    exception: text('exception'),
    method: text('method'),
    commit: text('commit') || 'caller',
  }
  const name = text('function')
  const known = facts.signatures.find(({ value }) => value.kind === 'FUNC' && value.name === name)
  const signature = known?.value as FunctionSignature | undefined
  const calls = facts.statements.calls.filter((call) => call.function === name)
  const wanted = wantedIn(text('optional_parameters'))
  const unknown = unknownIn(wanted, signature)
  const plan = planWrapper(name, signature, calls, wanted)
  const change = changeOf(plan, names, facts)
  const gaps = [...plan.gaps, ...change.gaps]
  const checks = needsRaiseError(plan, names) ? raiseErrorBlocks(names.exception) : undefined
  return {
    values: { ...values, commit: names.commit },
    blocks: {
      types: typesBlock(plan) && `${typesBlock(plan)}\n`,
      parameters: parametersBlock(plan),
      body: bodyBlock(plan, names),
      private_section: checks?.definition ?? '',
      private_methods: checks?.implementation ?? '',
      tests: wrapperTests({ ...plan, gaps }, names),
      left_out: plan.leftOut.length > 0 ? `- Left out: ${plan.leftOut.map((one) => `\`${one}\``).join(', ')}.` : '',
      basis: known ? `- Parameters from ${known.source}.` : '',
    },
    gaps,
    decisions: plan.isOpen
      ? []
      : [{ id: 'commit', text: decisionOf(names.commit), choice: names.commit, choices: ['caller', 'wrapper'] }],
    basis: known ? [`${name}: ${known.source}`] : [],
    ...(change.after !== undefined &&
      facts.source && { change: { path: facts.source.path, before: facts.source.text, after: change.after } }),
    implied: impliedBy(plan),
    missing: unknown.map((one) => ({
      path: '/params/optional_parameters',
      message: `names ${one}, which ${name} does not have`,
    })),
  }
}

const wantedIn = (text: string): Wanted => {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (trimmed === '*') return '*'
  return trimmed === '-'
    ? []
    : trimmed
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean)
}

const unknownIn = (wanted: Wanted, signature: FunctionSignature | undefined): string[] =>
  wanted === undefined || wanted === '*' || !signature
    ? []
    : wanted.filter((name) => !signature.parameters.some((one) => one.name === name))

function changeOf(
  plan: WrapperPlan,
  names: WrapperNames,
  { statements, source }: Facts,
): { gaps: Gap[]; after?: string } {
  const calls = statements.calls.filter((call) => call.function === plan.function)
  if (!source || calls.length === 0 || plan.isOpen) return { gaps: [] }
  const gaps: Gap[] = []
  const replacements: Replacement[] = []
  let text = source.text
  for (const call of calls) {
    const replaced = replaceCall(call, plan, names, text)
    if ('unsupported' in replaced) {
      const id = `${plan.function}/${call.line}`
      gaps.push(gapOf('statement', id, `The call in line ${call.line} was not replaced. ${replaced.unsupported}`))
    } else {
      replacements.push(replaced)
      // The calls that follow cannot use its names.
      text += replaced.text
    }
  }
  return { gaps, ...(replacements.length > 0 && { after: applyAll(source.text, replacements) }) }
}

/** Types that the wrapped API requires, so the wrapper cannot avoid them. */
const impliedBy = ({ passed, returns }: WrapperPlan): string[] =>
  [...passed, ...returns.map((one) => one.passed)].flatMap(({ typed }) => (typed.names ? [typed.names] : []))
