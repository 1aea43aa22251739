// Questions with answers: "Are you HIPAA compliant? No." means what neither sentence means alone.
import { opensWith } from '../clauses/pieces.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Range } from '../clauses/sentences.ts'
import { type Decision, decided } from './said.ts'

export type Answer = 'yes' | 'no' | 'not_applicable'

const TICK = /^\s*[✓✔✅☑●]\s*$|^\s*[ya]\s*$/u
const CROSS = /^\s*[✗✘❌✕]\s*$/u
/** Long enough for "Not yet. We expect our report in June." */
const FIRST_WORDS = 200

export function answerIn(scanned: Scanned, range: Range): Answer | undefined {
  const said = scanned.view.slice(range.start, range.end)
  if (TICK.test(said)) return 'yes'
  if (CROSS.test(said)) return 'no'
  const from =
    range.start +
    (/^\s*(?:a(?:nswer|ntwort)?|r(?:éponse|espuesta|esposta|isposta)?|回答)\s*[:.：]\s*/u.exec(said)?.[0].length ?? 0)
  const opens = (cue: Answer): boolean => opensWith(cue, { start: from, end: range.end }, scanned.hits)
  if (opens('not_applicable')) return 'not_applicable'
  if (opens('no')) return 'no'
  return opens('yes') ? 'yes' : undefined
}

/** `answer` is the range of the answer. */
export function decideAnswer(scanned: Scanned, answer: Range): Decision | undefined {
  const said = answerIn(scanned, answer)
  if (!said) return undefined
  const to = Math.min(answer.end, answer.start + FIRST_WORDS)
  if (said === 'not_applicable') return decided('mention', 'answer-not-applicable')
  if (said === 'no')
    return scanned.hits.has('plan', answer.start, to)
      ? decided('in_progress', 'answer-not-yet')
      : decided('negated', 'answer-no')
  const isLimited = scanned.hits.has('condition', answer.start, to)
  return isLimited ? decided('conditional', 'answer-if') : decided('affirmed', 'answer-yes')
}

/** "Where can I find your report? You can download it from the trust center." */
export function decideOffer(question: Scanned, asked: Range, scanned: Scanned, answer: Range): Decision | undefined {
  if (!question.hits.has('certificate', asked.start, asked.end) || !OF_YOURS.test(question.view)) return undefined
  const to = Math.min(answer.end, answer.start + FIRST_WORDS)
  const isOffered = scanned.hits.has('offer', answer.start, to)
  const isDoubted = scanned.hits.any(['negation', 'plan', 'other'], answer.start, to)
  return isOffered && !isDoubted ? decided('report_available', 'answer-offer') : undefined
}

const OF_YOURS =
  /(?<!\p{L})(?:your|ihr\p{L}*|votre|vos|su|sus|vuestr\p{L}*|seu|seus|vostr\p{L}*|jullie|uw|貴社|御社)(?!\p{L})/u
