// Names as the scorer compares them: categories, certificates, companies, regions.
import type { Prediction } from './gold.ts'

export type Family =
  | 'cert'
  | 'sub'
  | 'res'
  | 'enc'
  | 'rest'
  | 'transit'
  | 'pen'
  | 'vdp'
  | 'ai'
  | 'train'
  | 'art50'
  | 'status'
  | 'dpa'
  | 'retention'
  | 'sla'

export const CATEGORIES: Readonly<Record<string, Family>> = {
  certification: 'cert',
  certifications: 'cert',
  compliance: 'cert',
  attestation: 'cert',
  privacy: 'cert',
  subprocessor: 'sub',
  subprocessors: 'sub',
  data_residency: 'res',
  residency: 'res',
  hosting_region: 'res',
  data_location: 'res',
  encryption: 'enc',
  encryption_at_rest: 'rest',
  encryption_in_transit: 'transit',
  pen_test: 'pen',
  penetration_test: 'pen',
  vulnerability_disclosure: 'vdp',
  bug_bounty: 'vdp',
  ai: 'ai',
  ai_transparency: 'ai',
  ai_training: 'train',
  ai_act: 'art50',
  status: 'status',
  dpa: 'dpa',
  dpa_terms: 'dpa',
  retention: 'retention',
  data_retention: 'retention',
  sla: 'sla',
  service_level: 'sla',
  availability: 'sla',
}

const CERTIFICATES: readonly [string, RegExp][] = [
  ['SOC2_T2', /soc\s*-?2\D{0,12}type\s*-?(2|ii)\b/],
  ['SOC2_T1', /soc\s*-?2\D{0,12}type\s*-?(1|i)\b/],
  ['SOC2', /\bsoc\s*-?2\b/],
  ['SOC1_T2', /soc\s*-?1\D{0,6}type\s*-?(2|ii)\b/],
  ['SOC1', /\bsoc\s*-?1\b/],
  ['SOC3', /\bsoc\s*-?3\b/],
  ['SSAE18', /ssae/],
  ['ISO42001', /42001/],
  ['ISO27701', /27701/],
  ['ISO27018', /27018/],
  ['ISO27017', /27017/],
  ['ISO27002', /27002/],
  ['ISO27001', /27001/],
  ['ISO22301', /22301/],
  ['ISO14001', /14001/],
  ['ISO9001', /(?<!\d)9001/],
  ['ISO20000', /(?<!\d)20000(?!\d)/],
  ['NEN7510', /7510/],
  ['PCI_DSS', /\bpci\b/],
  ['HIPAA_BAA', /\bbaa\b|business associate/],
  ['HIPAA', /\bhipaa\b/],
  ['GDPR_DPA', /\bdpa\b|data (processing|protection) (agreement|addendum)/],
  ['FEDRAMP_HIGH', /fedramp\W+high/],
  ['FEDRAMP_MODERATE', /fedramp\W+moderate/],
  ['FEDRAMP', /fedramp/],
  ['CSA_STAR_L2', /csa star\W+level 2/],
  ['CSA_STAR_L1', /caiq|csa star\W+level 1/],
  ['CSA_STAR', /csa/],
  ['PRIVACY_SHIELD', /privacy shield/],
  ['DPF', /data privacy framework|\bdpf\b/],
  ['FIPS_140', /fips/],
  ['HITRUST', /hitrust/],
  ['CYBER_ESSENTIALS', /cyber essentials/],
  ['21CFR11', /21 ?cfr/],
  ['SECNUMCLOUD', /secnum/],
  ['HDS', /\bhds\b/],
  ['ENS', /\bens\b|esquema nacional/],
  ['C5', /\bc5\b/],
  ['TISAX', /tisax/],
  ['BSI_GRUNDSCHUTZ', /grundschutz/],
  ['AI_ACT', /\bai act\b/],
  ['SECTION_508', /\b508\b/],
  ['FERPA', /ferpa/],
  ['COPPA', /coppa/],
  ['SOX', /sarbanes|\bsox\b/],
  ['LGPD', /lgpd/],
  ['CCPA', /ccpa/],
  ['GDPR', /gdpr/],
  ['DORA', /\bdora\b/],
  ['DOD_ATO', /\bato\b/],
  ['NIST', /\bnist\b/],
]

export function certificateOf({ value, predicate, claim_text }: Prediction): string | undefined {
  for (const source of [value, predicate, claim_text]) {
    const text = source.toLowerCase().replaceAll('_', ' ')
    const known = CERTIFICATES.find(([, pattern]) => pattern.test(text))
    if (known) return known[0]
  }
  return undefined
}

export function familyOf(id: string): string {
  return id.replace(/_(T1|T2|L1|L2|MODERATE|HIGH)$/, '')
}

export function normal(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\u00ad/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\u2011/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:)?!])/g, '$1')
    .replace(/\(\s+/g, '(')
    .trim()
    .toLowerCase()
}

const SUFFIXES =
  /\b(inc|llc|l\.l\.c|ltd|limited|gmbh|ab|ag|pbc|corp|corporation|company|sarl|s\.a\.s|sas|sa|ehf|s\.r\.o|bv|b\.v|ulc|pty|co|kg|plc|technologies|technology|labs|the)\b\.?/g
const ALIASES: Readonly<Record<string, string>> = {
  aws: 'amazon web services',
  amazon: 'amazon web services',
  gcp: 'google cloud platform',
  'google cloud': 'google cloud platform',
  'msft azure': 'microsoft azure',
  azure: 'microsoft azure',
  'functional software': 'sentry',
  nexmo: 'vonage',
  newrelic: 'new relic',
}

export function companyNames(text: string): Set<string> {
  const whole = normal(text)
  const bracketed = [...whole.matchAll(/\((?:aka |d\/b\/a |dba )?(.*?)\)/g)].map((match) => match[1] ?? '')
  const bare = whole.replace(/\(.*?\)/g, ' ').split(/\b(?:d\/b\/a|dba|aka)\b/)
  const names = new Set<string>()
  for (const candidate of [...bare, ...bracketed]) {
    const name = candidate
      .replace(SUFFIXES, ' ')
      .replace(/[^a-z0-9.&+ -]/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[ .,\-&]+|[ .,\-&]+$/g, '')
    if (name) names.add(ALIASES[name] ?? name)
  }
  return names
}

export function sameCompany(one: string, other: string): boolean {
  const left = companyNames(one)
  const right = companyNames(other)
  if (meets(left, right)) return true
  return [...left].some((a) => [...right].some((b) => a.startsWith(`${b} `) || b.startsWith(`${a} `)))
}

export function meets<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  for (const item of one) if (other.has(item)) return true
  return false
}

const REGIONS: readonly [string, RegExp][] = [
  [
    'united states',
    /united states|\busa?\b|\bu\.s\.|us-(east|west|gov)|oregon|virginia|iowa|north america|estados unidos|stati uniti|états-unis|vereinigte staaten/,
  ],
  [
    'eu',
    /\beu\b|\bue\b|european union|europe\b|eu-(west|central|north)|europäische|union européenne|unione europea|unión europea/,
  ],
  ['eea', /\beea\b|european economic area|wirtschaftsraum|\bewr\b/],
  ['germany', /german|frankfurt|eu-central-1|deutschland|allemagne|nürnberg|falkenstein/],
  ['ireland', /ireland|dublin|eu-west-1|irland/],
  ['france', /france|paris|francia|frankreich/],
  ['belgium', /belgium/],
  ['switzerland', /switzerland|zurich|geneva/],
  ['united kingdom', /united kingdom|\buk\b|london/],
  ['japan', /japan|tokyo/],
  ['australia', /australia|\bau\b|sydney/],
  ['asia-pacific', /asia|apac/],
  ['saudi arabia', /saudi|ksa|gcc/],
  ['canada', /canada/],
  ['india', /\bindia\b/],
  ['finland', /finland|helsinki|finnland/],
  ['sweden', /sweden/],
  ['netherlands', /netherlands/],
  ['south africa', /south africa/],
  ['iceland', /iceland/],
  ['malta', /malta/],
  ['poland', /poland/],
  ['spain', /\bspain\b|españa/],
  ['italy', /\bitaly\b|italia/],
  ['worldwide', /worldwide|global/],
]

export function regionsOf(text: string | null | undefined): Set<string> {
  const plain = normal(text)
  return new Set(REGIONS.filter(([, pattern]) => pattern.test(plain)).map(([name]) => name))
}
