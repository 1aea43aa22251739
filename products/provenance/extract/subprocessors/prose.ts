// Subprocessors named in a sentence: "subprocessors such as A, B and C".
import { sentencesOf } from '../language/sentences.ts'
import { matchable } from '../read/characters.ts'
import type { DocumentContext, ReadDocument } from '../types.ts'
import type { Entry } from './entry.ts'
import { namedInText } from './names.ts'
import { placeOf, speaksOfSubprocessors } from './relevance.ts'

const INTRODUCED =
  /\b(?:sub-?processors?|providers?|vendors?|services|partners|companies)\b[^.;]{0,60}?(?:\bsuch as|\blike|\bincluding|\binclude|\bnamely|\bare|:)\s+((?:[A-Z][\w.&'-]*(?:\s+(?:[A-Z][\w.&'-]*|&))*(?:\s*\([^)]{1,30}\))?(?:,\s*(?:and\s+)?|\s+and\s+|\s+or\s+)?){1,12})/
/** "We use A for payments, B for e-mail and C as subprocessors." */
const USED =
  /\b(?:we|uses?|engages?|works? with|rel(?:y|ies) on|employs?)\s+(?:(?:use|engage|work with|rely on|employ)\s+)?((?:[A-Z][\w.&'-]*(?:\s+(?:[A-Z][\w.&'-]*|&))*(?:\s+(?:for|to)\s+[a-z][a-z -]{2,40}?)?(?:,\s*(?:and\s+)?|\s+and\s+)?){1,12})\s+as\s+(?:our\s+)?sub-?processors?/
const NO_LIST = /\b(?:not|never|no)\b/

export function entriesInProse(document: ReadDocument, context: DocumentContext, own: readonly string[]): Entry[] {
  return document.blocks.flatMap((block) => {
    if (block.kind !== 'paragraph' && block.kind !== 'definition') return []
    if (
      !speaksOfSubprocessors(matchable(block.text)) ||
      !/such as|like|includ|namely|are|:|\bas (?:our )?sub-?processors?/.test(block.text)
    )
      return []
    const sentences = sentencesOf(block.text)
    return sentences.flatMap((sentence, index) => {
      const text = block.text.slice(sentence.start, sentence.end)
      const above = block.text.slice(sentences[index - 1]?.start ?? sentence.start, sentence.end)
      if (!speaksOfSubprocessors(matchable(above)) || NO_LIST.test(text)) return []
      const list = INTRODUCED.exec(text)?.[1] ?? USED.exec(text)?.[1] ?? ''
      return namesIn(list, own).map((named) => ({
        named,
        purpose:
          /\b(?:to|for)\s+([a-z][^.;,]{2,80}?)(?=,|\s+and\s+[A-Z]|\s+as\s+|[.;]|$)/.exec(
            text.slice(text.indexOf(named.name)),
          )?.[1] ?? '',
        location: '',
        corporateLocation: '',
        data: '',
        safeguard: '',
        standing: placeOf(block, document, context).standing,
        block,
        start: block.start + sentence.start,
        end: block.start + sentence.end,
        rule: 'subprocessor/prose',
      }))
    })
  })
}

function namesIn(list: string, own: readonly string[]) {
  return list
    .split(/,\s*(?:and\s+)?|\s+and\s+|\s+or\s+/)
    .flatMap((part) => namedInText(part.replace(/\s+(?:for|to)\s+[a-z].*$/, '')) ?? [])
    .filter(
      ({ name }) =>
        !own.includes(matchable(name)) &&
        !/^(?:EU|US|UK|GDPR|Data|Services?|Customer|Personal|Standard|Annex|Article)\b/.test(name),
    )
}
