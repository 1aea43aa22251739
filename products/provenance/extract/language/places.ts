// Countries and regions as pages write them, with the one name we keep.

/** Pattern on matchable text and the canonical name; order matters only for reading. */
const PLACES: readonly [name: string, pattern: string][] = [
  ['United States', String.raw`united states(?: of america)?|\busa?\b|\bu\.s\.a?\.?|us-(?:east|west|gov)\S*`],
  ['EU', String.raw`\beu\b|european union|\beurope\b|eu-(?:west|central|north|south)\S*`],
  ['EEA', String.raw`\beea\b|european economic area`],
  ['United Kingdom', String.raw`united kingdom|\buk\b|great britain|\bengland\b|\blondon\b`],
  ['Germany', String.raw`\bgermany\b|\bfrankfurt\b`],
  ['Ireland', String.raw`\bireland\b|\bdublin\b`],
  ['France', String.raw`\bfrance\b|\bparis\b`],
  ['Netherlands', String.raw`\b(?:the )?netherlands\b|\bamsterdam\b`],
  ['Belgium', String.raw`\bbelgium\b`],
  ['Switzerland', String.raw`\bswitzerland\b|\bzurich\b`],
  ['Sweden', String.raw`\bsweden\b|\bstockholm\b`],
  ['Norway', String.raw`\bnorway\b`],
  ['Finland', String.raw`\bfinland\b`],
  ['Denmark', String.raw`\bdenmark\b`],
  ['Iceland', String.raw`\biceland\b`],
  ['Spain', String.raw`\bspain\b`],
  ['Portugal', String.raw`\bportugal\b`],
  ['Italy', String.raw`\bitaly\b|\bmilan\b`],
  ['Austria', String.raw`\baustria\b`],
  ['Poland', String.raw`\bpoland\b|\bwarsaw\b`],
  ['Czech Republic', String.raw`\bczech(?: republic|ia)\b`],
  ['Estonia', String.raw`\bestonia\b`],
  ['Lithuania', String.raw`\blithuania\b`],
  ['Romania', String.raw`\bromania\b`],
  ['Bulgaria', String.raw`\bbulgaria\b`],
  ['Ukraine', String.raw`\bukraine\b`],
  ['Canada', String.raw`\bcanada\b|\bmontreal\b|ca-central-\d`],
  ['Mexico', String.raw`\bmexico\b`],
  ['Brazil', String.raw`\bbrazil\b|\bsao paulo\b|\bsão paulo\b|sa-east-\d`],
  ['Argentina', String.raw`\bargentina\b`],
  ['Japan', String.raw`\bjapan\b|\btokyo\b|\bosaka\b|ap-northeast-1`],
  ['South Korea', String.raw`\b(?:south )?korea\b|\bseoul\b`],
  ['Singapore', String.raw`\bsingapore\b`],
  ['India', String.raw`\bindia\b|\bmumbai\b`],
  ['Australia', String.raw`\baustralia\b|\bsydney\b|\bau\b(?= region)`],
  ['New Zealand', String.raw`\bnew zealand\b`],
  ['Israel', String.raw`\bisrael\b`],
  ['United Arab Emirates', String.raw`\bunited arab emirates\b|\buae\b|\bdubai\b`],
  ['Saudi Arabia', String.raw`\bsaudi(?: arabia)?\b|\bksa\b`],
  ['South Africa', String.raw`\bsouth africa\b`],
  ['Philippines', String.raw`\bphilippines\b`],
  ['Pakistan', String.raw`\bpakistan\b`],
  ['Hong Kong', String.raw`\bhong kong\b`],
  ['China', String.raw`\bchina\b`],
  ['Asia Pacific', String.raw`\basia[\s-]pacific\b|\bapac\b`],
  ['Worldwide', String.raw`\bworldwide\b|\bglobal(?:ly)?\b`],
]

const ANY = new RegExp(PLACES.map(([, pattern]) => pattern).join('|'), 'g')
const EACH = PLACES.map(([name, pattern]) => [name, new RegExp(pattern, 'y')] as const)

/** Canonical places named in matchable text, in the order of the table. One look finds where any of them may stand. */
export function placesIn(view: string): string[] {
  const found = new Set<string>()
  for (let at = nextPlace(view, 0); at >= 0; at = nextPlace(view, at + 1))
    for (const [name, pattern] of EACH) {
      pattern.lastIndex = at
      if (pattern.test(view)) found.add(name)
    }
  return found.size > 1 ? EACH.flatMap(([name]) => (found.has(name) ? name : [])) : [...found]
}

function nextPlace(view: string, from: number): number {
  ANY.lastIndex = from
  return ANY.exec(view)?.index ?? -1
}
