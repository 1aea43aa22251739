// Whether a sentence presupposes "our certification", judged by the words before it: "in accordance with our certification",
// "we maintain our certification". Other verbs presuppose nothing: one can begin, lose, postpone or await a certification.
import type { MentionContext } from './mention-context.ts'

const GRANTS =
  /(?:(?<!\p{L})(?:(?:in (?:accordance|line|compliance|conformity)|consistent) with|according to|pursuant to|under|as part of|within|in addition to|alongside|through|via|by|thanks to|(?:proud|scope|cop(?:y|ies)|terms|requirements|basis|results?) of|such as|incl(?:udes?|uding)|(?:exceptions|noted|described|listed|detailed|named|stated|included|found) in|gemäß|gemäss|nach|laut|im rahmen|entsprechend|aufgrund|dank|durch|(?:geltungsbereich|umfang|kopie)|(?:périmètre|portée|copie|champ) de|(?:alcance|copia|ámbito) de|(?:escopo|âmbito|cópia) d[aeo]|(?:perimetro|ambito|copia) dell[ae]|(?:scope|kopie|toepassingsgebied) van|conformément à|selon|dans le cadre de|grâce à|au titre de|par|de acuerdo con|de conformidad con|conforme a|según|en el marco de|gracias a|mediante|de acordo com|conforme|segundo|no âmbito de|através de|in conformità (?:con|a|alle?)|secondo|nell'ambito (?:di|delle?)|grazie (?:a|alle?)|tramite|overeenkomstig|volgens|in overeenstemming met|in het kader van|dankzij)\s+(?:the\s+)?|[,:;(/]\s*)$/u

/** `owned` is the start of the possessive word. */
export const isMeasure = ({ clause, view }: MentionContext, owned: number): boolean =>
  GRANTS.test(view.slice(clause.start, owned))

/** True if the certification is the topic, a measure, or something that one has or shows. */
export function isGranted(context: MentionContext, owned: number): boolean {
  const { clause, view } = context
  if (view.slice(clause.start, owned).trim() === '' || isMeasure(context, owned)) return true
  const hold = clause.hits.last('hold', clause.start, owned)
  return (
    clause.hits.has('offer', clause.start, clause.end) ||
    (hold !== undefined && view.slice(hold.end, owned).trim() === '' && isHeldBy(context))
  )
}

/** "Have postponed", "a reporté": the next word is the main verb. */
const AUXILIARY = /^(?:have|has|had|a|avons|ont|ha|abbiamo|hanno)$/u
const PARTICIPLE =
  /^\s+(?:\p{L}+ly\s+|also\s+|since\s+|déjà\s+|già\s+)?(?:(?!been)\p{L}{2,}(?:ed|en|wn|un)|lost|let|put|left|\p{L}{3,}(?:é|ato|ito|uto))(?!\p{L})/u
/** "Haben … verschoben": the main verb is at the end. */
const ENDS_LATE = /^(?:haben|hat|habe|hebben|heeft|heb)$/u
const LATE_PARTICIPLE = /\s(?:(?:\p{L}+)?(?:ge|ver|be|er|ent|ont|her)\p{L}+(?:t|en|d))[\s.!]*$/u
/** "The first stage of our certification" is only a part of it. */
const PART = /^(?:\s+\p{L}+){0,3}\s+(?:stages?|phases?|steps?|half|étapes?|etapas?|fas[ei]|etappe|stufe)(?!\p{L})/u

/** Whether a verb of holding is the main verb, not the auxiliary of another one. */
export function isHeldBy(context: MentionContext): boolean {
  const { clause, view } = context
  return context.all('hold').some(({ start, end }) => {
    const rest = view.slice(end, clause.end)
    const verb = view.slice(start, end)
    if (ENDS_LATE.test(verb) && LATE_PARTICIPLE.test(rest)) return false
    return !PART.test(rest) && !(AUXILIARY.test(verb) && PARTICIPLE.test(rest))
  })
}
