// Questions with their answers: "Are you HIPAA compliant? No." says what neither sentence says alone.
import { subjectsOf } from '../language/subject.ts'
import * as cue from './cues.ts'
import type { Decision } from './decide.ts'

const HOLDING = /^\s*(?:q(?:uestion)?[:.]\s*)?(?:are|is|do|does|has|have|can|will)\b/
const YES =
  /^\s*(?:a(?:nswer)?[:.]\s*)?(?:yes|absolutely|certainly|of course|correct|indeed|definitely|we are\b|we do\b|we have\b|we can\b)/
const NO =
  /^\s*(?:a(?:nswer)?[:.]\s*)?(?:no\b|not (?:yet|currently|at (?:this|the) (?:time|moment))|unfortunately|currently,? (?:no|not)|at (?:this|the) (?:time|moment),? (?:no|we do not|we are not)|we (?:do not|don't|are not|aren't|cannot|have not|haven't)|neither)\b/

/** Both texts are matchable; the question holds the mention, the answer stands right behind it. */
export function decideAnswer(question: string, answer: string, own: readonly string[]): Decision | undefined {
  if (!HOLDING.test(question) || !isAboutOwner(question, own)) return undefined
  if (NO.test(answer)) {
    const progress =
      cue.PROGRESS_BEFORE.test(`${answer.slice(0, 200)} `) ||
      /\b(?:expect|plan|working|roadmap|in progress|underway)\b/.test(answer.slice(0, 200))
    return progress ? { state: 'in_progress', rule: 'answer-not-yet' } : { state: 'negated', rule: 'answer-no' }
  }
  if (!YES.test(answer)) return undefined
  if (cue.CONDITIONAL_AFTER.test(answer.slice(0, 160))) return { state: 'conditional', rule: 'answer-if' }
  return { state: 'affirmed', rule: 'answer-yes' }
}

function isAboutOwner(question: string, own: readonly string[]): boolean {
  if (cue.FEATURE.test(question) || /\b(?:i|my|me)\b/.test(question.replace(/\bcan i\b/, ''))) return false
  const addressed = question.replace(
    /\b(?:you|your (?:company|product|platform|service|organi[sz]ation|data cent\w+)?)\b/g,
    (found) => (/cent/.test(found) ? 'vendors' : 'we'),
  )
  const { first } = subjectsOf(addressed, { own })
  return first === 'own' || (first === 'none' && /\b(?:there|it|data|available)\b/.test(question))
}
