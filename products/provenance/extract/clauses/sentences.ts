// Sentence boundaries in eight languages. Offsets refer to the text.

export interface Range {
  start: number
  end: number
}

const LONGEST = 1500
/** A full stop, a bullet within a line, or a stop without a space before the next sentence ("data.The service"). */
const STOP =
  /[.!?][)"'\]»”]*\s+|[;]\s+(?=[\p{Lu}"'(•–-])|[。！？]+|(?<=\p{Ll}\p{Ll})\.(?=\p{Lu}\p{Ll}+\s)|\s[•▪‣·]\s|[\n\t]+/gu
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:art|arts|no|nos|nr|n°|nº|núm|abs|e\.g|i\.e|inc|ltd|co|corp|llc|z\. ?b|bzw|mind|dr|mr|ms|st|p\. ?ex|ex|n|u\.s|u\.k|e\.u|u\.s\.c|s\.a|s\.r\.l|s\.p\.a|s\.a\.s|s\.l|s\.l\.u|s\.a\.u|ltda|lda|k\.k|s\.r\.o|b\.v|n\.v|d\. ?h|ca|inkl|vs|sec|sect|cl|lit|ff|approx|i\. ?s\. ?v|u\. ?a|m\.b\.h|al|bijv|o\. ?a|a\.b\.v|r\.o|etc|usw|evtl|ggf|vgl|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|pag|pág|pp|tel|fig|cfr|sog|es|av|bd)\.$/iu
const INITIAL = /(?:^|[\s(])\p{Lu}\.$/u

export function sentencesIn(text: string, from: number, to: number): Range[] {
  const ranges: Range[] = []
  let start = from
  STOP.lastIndex = from
  for (let stop = STOP.exec(text); stop && stop.index < to; stop = STOP.exec(text)) {
    const end = stop.index + stop[0].length
    if (stop[0].startsWith('.') && !endsSentence(text, start, stop.index + 1, end)) continue
    push(ranges, text, start, Math.min(to, /^\s/.test(stop[0]) ? stop.index : end))
    start = end
  }
  push(ranges, text, start, to)
  return ranges
}

/** Not after "Art." or "J.", nor before a lowercase letter, unless a new sentence clearly starts. */
function endsSentence(text: string, start: number, dot: number, next: number): boolean {
  const before = text.slice(Math.max(start, dot - 10), dot)
  if (INITIAL.test(before)) return false
  if (ABBREVIATION.test(before))
    return /^(?:We|Our|The|This|These|It|You|Your|Yes|All|For|If|As)\b/.test(text.slice(next, next + 8))
  return !/^\p{Ll}/u.test(text.slice(next, next + 1))
}

function push(ranges: Range[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  while (start < end && /[\s•▪‣]/.test(text[start] as string)) start++
  while (end > start && /\s/.test(text[end - 1] as string)) end--
  // Overlong sentences are cut, so that no rule processes a megabyte at once.
  while (end - start > LONGEST) {
    ranges.push({ start, end: start + LONGEST })
    start += LONGEST
  }
  if (end > start) ranges.push({ start, end })
}
