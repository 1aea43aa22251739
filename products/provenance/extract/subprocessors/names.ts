// Company names as written in lists: aliases, legal forms, footnote marks, several companies in one cell.

export interface Named {
  name: string
  aliases: string[]
  note: string
}

const NOTE =
  /\s*[([]([^)\]]*\b(?:new|effective|as of|until|optional|if|only|used|previously|removed|added|when|where|see|link|note|beta|eu|us|customers?)\b[^)\]]*)[)\]]/i
const MARKS = /[®™©℠*†‡§⁰¹²³⁴⁵⁶⁷⁸⁹]+|\[\d+\]|\s+\d\)$/g
/** "1. Contoso", "2.1. Contoso", "B.1 Contoso". */
const COUNTED =
  /^\s*\(?(?:\d{1,2}(?:\.\d{1,2})*[.)]|(?:\p{Lu}\.)?\d{1,2}(?:\.\d{1,2})+|\p{Lu}\.\d{1,2}[.)]?|\p{L}\))\s+(?=\p{L})/u
const BLANK = /^\[.*\]$|_{3}/u
const ALIAS =
  /\((?:aka|a\.k\.a\.|d\/b\/a|dba|formerly|formerly known as|previously|part of|owned by|operated by|trading as)?[.:]?\s*([^)]+)\)|\b(?:d\/b\/a|dba|aka|a\.k\.a\.|formerly known as|trading as)\s+(.+)$/gi
const LEGAL = String.raw`inc|llc|l\.l\.c|ltd|limited|gmbh|mbh|ug|corp|corporation|co|plc|ag|ab|a\/s|as|asa|bv|b\.v|nv|n\.v|s\.?a|s\.?a\.?s|s\.?a\.?s\.?u|s\.?r\.?l|s\.?p\.?a|s\.?l|s\.?l\.?u|s\.?a\.?u|sarl|s\.?à\.?r\.?l|oy|oyj|aps|ehf|hf|pbc|ulc|pty|pte|lp|l\.p|llp|kg|kgaa|ohg|gbr|e\.?v|e\.?k|se|kk|k\.k|s\.r\.o|a\.s|sp\. z o\.o|d\.o\.o|ltda|lda|eireli|sagl|ou|oü|uab|sia|kft|zrt`
/** Legal forms in the case that companies use: "as" and "se" are also words. */
const FORM = String.raw`Inc|INC|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|g?GmbH|mbH|UG|AG|Corp|CORP|Corporation|Co\.|Company|PLC|plc|AB|A\/S|AS|ASA|BV|B\.V|NV|N\.V|SA|S\.A|SAS|S\.A\.S|SASU|SRL|S\.R\.L|S\.r\.l|Srl|srls?|SpA|S\.p\.A|SPA|SLU?|S\.L\.U|S\.L|SARL|Sarl|S\.à\s?r\.l|Oyj?|ApS|ehf|hf|PBC|ULC|Pty|Pte|LP|L\.P|LLP|KG|KGaA|OHG|GbR|e\.V|e\.K|SE|KK|K\.K|s\.r\.o|a\.s|d\.o\.o|Ltda|LTDA|Lda|LDA|OÜ|UAB|SIA|Kft`
/** "Contoso Limited1", "Contoso**2". */
const FOOTNOTE = new RegExp(String.raw`\*+\d{1,2}$|(?<=\s(?:${FORM})\.?)\d{1,2}$`, 'u')
/** "Contoso GmbH", "株式会社サンプル": recognized as a company by its legal form. */
const IS_FIRM = new RegExp(
  String.raw`(?<=[\s,])(?:${FORM})\.?(?=$|[\s,;:)（(–—-])|株式会社|合同会社|有限会社|\(株\)|（株）`,
  'u',
)
const SUFFIX = new RegExp(
  String.raw`^(?:${LEGAL}|company|unlimited|usa|uk|emea|international|holdings|group|technologies|software|labs)\b\.?,?$`,
  'iu',
)
const STOP =
  /^(?:n\/?a|none|name|total|all|we|our|us|you|yes|no|the|this|these|purpose|location|country|service|services|data|security|privacy|hosting|email|support|analytics|payments?|storage|monitoring|infrastructure|other|others|note|notes|contact|updates?|overview|introduction|changes?|subscribe|change ?log|history|faq|questions?|third[\s-]part(?:y|ies)|sub-?processors?|affiliates?|customers?|vendors?|entity|address|website|type|categories|category|description|legal|terms|policy|policies|definitions?|scope|general|details|status|region|regions|example|examples|tbd|optional|cloud|ai|marketing|communication|engineering|product|sales|finance|functionality|performance|availability|compliance|notice|objection|effective date|last updated|learn more|read more|email address|ip address|name and contact details|processing|controller|processor|opt-?(?:in|out)|products?)$/i
const WORD =
  /^(?:[\p{Lu}\p{N}&][\p{L}\p{M}\p{N}.&'+/!-]*(?:（[^（）]*）)?|\p{Ll}+\p{Lu}[\p{L}\p{N}]*|of|and|the|de|du|di|del|la|le|y|et|und|van|for|by|d\/b\/a|dba|aka|\p{Ll}[\p{L}\p{N}-]*\.(?:com|io|ai|co|net|dev|org|app|so|cloud|sh|me|de|fr|nl|eu|it|es|jp|us)|\/|\([^)]*\)?|[\p{L}.]+\))[,.;]?$/u
const OPENS_LOWER = /^(?:of|and|the|for|by|de|du|di|del|la|le|y|et|und|van)$/
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/u
const MOST_WORDS = 8
const LONGEST = 90
const LONGEST_UNSPACED = 30

export const isSuffix = (text: string): boolean => SUFFIX.test(text.trim())

export const isFirm = (text: string): boolean => IS_FIRM.test(text)

export function namedIn(raw: string): Named | undefined {
  const note = NOTE.exec(raw)?.[1] ?? ''
  const name = tidy(note ? raw.replace(NOTE, '') : raw)
  if (name.length < 2 || name.length > LONGEST || !/\p{L}/u.test(name) || STOP.test(name) || BLANK.test(name))
    return undefined
  if (name.split(/\s+/).length > MOST_WORDS || /[?!？。]$|^\d+$|https?:|@/u.test(name)) return undefined
  return { name, aliases: aliasesOf(name), note }
}

/** Stricter, for running text: every word must look like part of a name. */
export function namedInText(raw: string): Named | undefined {
  const named = namedIn(raw)
  if (!named) return undefined
  if (CJK.test(named.name))
    return named.name.length <= LONGEST_UNSPACED && isUnspacedName(named.name) ? named : undefined
  const words = named.name.split(/\s+/)
  const first = words[0] ?? ''
  if (OPENS_LOWER.test(first) || !/[\p{Lu}\p{N}]|\.\p{L}/u.test(first)) return undefined
  return words.every((word) => WORD.test(word) || SUFFIX.test(word)) ? named : undefined
}

/** A legal form, or katakana throughout. Verbs and particles are written in hiragana. */
const isUnspacedName = (name: string): boolean =>
  !/[\u3041-\u309f。、|：]|\s[–—-]\s/u.test(name.replace(/の/gu, '')) &&
  (isFirm(name) || /^[\p{Lu}\u30a0-\u30ff]/u.test(name))

/** "Digital One + Two Metal" are two; "A, Inc." is one; lines of a cell are several only if each is a company. */
export function firmsIn(cell: string): string[] {
  const lines = cell
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const each = lines.length > 1 && lines.every((line) => LAST.test(line))
  const whole = each ? lines : lines.slice(0, 1)
  return whole
    .flatMap((line) => line.split(/\s+\+\s+|;\s+/))
    .map((part) => part.trim())
    .filter(Boolean)
}
const LAST =
  /(?<![\p{L}])(?:inc|llc|ltd|limited|gmbh|corp|sarl|b\.?v|plc|ag|ab|pbc|pty|sas|s\.a\.s|srl|s\.r\.l|s\.l|nv|spa|s\.p\.a|oy|ltda|株式会社|合同会社)\.?$/iu

const BETWEEN = new RegExp(
  String.raw`,\s+(?=\p{Lu})(?!(?:${FORM})(?![\p{L}]))|、|;\s+|\s+(?:and|und|et|y|e|en)\s+(?=\p{Lu})`,
  'u',
)
/** "A, Inc., B and C" are three. */
export const namesApart = (text: string): string[] => text.split(BETWEEN)

/** "Contoso GmbH, Musterstr. 1, 10115 Berlin": the name ends before the address. */
export function withoutAddress(firm: string): { name: string; rest: string } {
  const parts = firm.split(/[,、]\s*/)
  let name = parts[0] ?? ''
  let at = 1
  while (at < parts.length && SUFFIX.test((parts[at] as string).trim())) name += `, ${parts[at++]}`
  const rest = parts.slice(at).join(', ')
  return rest === '' ? { name: firm, rest: '' } : { name, rest }
}

/** The stop in "Contoso." ends a sentence; the one in "Contoso Ltd." does not. */
const LAST_WORD = /(?:^|[\s,])(?:inc|ltd|corp|co|ltda|lda|(?:\p{L}\.){1,3}\p{L}|s\.r\.o|pte|pty)\.$/iu

function tidy(raw: string): string {
  const plain = raw
    .replace(MARKS, '')
    .replace(FOOTNOTE, '')
    .replace(/\s+/g, ' ')
    .replace(COUNTED, '')
    .replace(/^(?:logo (?:of|for|von|de|di|do|da|van)|logo:)\s+|(?:\s+logo|のロゴ|\s*ロゴ)$/iu, '')
    .replace(/^[\s•·*,:;-]+|[\s:：;,、*-]+$/gu, '')
    .trim()
  return withoutStop(plain)
}

export const withoutStop = (text: string): string =>
  text.endsWith('.') && !LAST_WORD.test(text) ? text.slice(0, -1) : text

function aliasesOf(name: string): string[] {
  return [...name.matchAll(ALIAS)]
    .map((match) => (match[1] ?? match[2] ?? '').trim())
    .filter((alias) => alias.length > 1)
}
