// Completes a question with the last subject if it only refers to it. Pure.

/** The form in which questions are compared: lower case, single spaces, no final punctuation. */
export const questionKey = (question: string): string =>
  question
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .slice(0, 400)

const OPENING = /^(?:and|but|so|also|then|ok(?:ay)?|now)\b[ ,]*/i
const POSSESSIVE = /^(?:what (?:is|are|about) )?(?:its|their|the) (?<what>[\p{L} -]{2,60}?)(?: then)?[ ?!.]*$/iu
const PRONOUN = /\b(?:it|this one|that one|this object|that object|this|that|them)\b(?! (?:is|are|does|can) )/i

/** Whether the question needs context from earlier messages. */
export const isFollowUp = (question: string): boolean => {
  const text = question.trim()
  return text.length <= 200 && (OPENING.test(text) || /\b(?:its|their)\b/i.test(text) || PRONOUN.test(text))
}

/** `and its successor?` after VBAK is `successor of VBAK`; `who uses it?` is `who uses VBAK?`. */
export function aboutSubject(question: string, subject: string): string {
  const text = question.trim().replace(OPENING, '')
  const what = POSSESSIVE.exec(text)?.groups?.what
  if (what) return `${what} of ${subject}`
  if (/\b(?:its|their)\b/i.test(text))
    return text.replace(/\b(?:its|their) (?<what>[\p{L}-]+)/iu, `$<what> of ${subject}`)
  return PRONOUN.test(text) ? text.replace(PRONOUN, subject) : `${text.replace(/[ ?!.]+$/, '')} ${subject}`
}

/** Concurrent answers per tenant. */
export const STREAMS_BY_PLAN = { free: 2, pro: 10, enterprise: 50 } as const

/** Whether the question asks for facts about the estate, which general texts cannot answer. */
export const asksForFacts = (question: string): boolean =>
  FACTS.test(question) || (OWN.test(question) && !ADVICE.test(question))
const FACTS =
  /^(?:which|who|where|when|list|show|give me|count|find|number of|how (?:many|much|often|big|large|old)|did|does|do (?:we|i|our)|are there|is there|has|have|any(?:thing|one|body)?|some(?:thing|one|body))\b/i
const OWN = /\b(?:we|our|ours|us|my|mine|i have|estate|custom (?:code|objects?)|project)\b/i
const ADVICE = /\b(?:how (?:do|can|to)|why|should|shall|could|may|must|have to|need to|ought)\b/i
