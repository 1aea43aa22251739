// Labels for names of the API.
const SPECIAL: Readonly<Record<string, string>> = {
  dpa: 'Data processing agreement',
  retention: 'Data retention',
  sla: 'Service levels',
  ai_act: 'AI Act',
  ai_transparency: 'AI transparency',
  ai_training: 'AI training',
  soc2_type1: 'SOC 2 Type I',
  soc2_type2: 'SOC 2 Type II',
  soc2: 'SOC 2',
  soc1: 'SOC 1',
  soc3: 'SOC 3',
  pci_dss: 'PCI DSS',
  hipaa: 'HIPAA',
  gdpr: 'GDPR',
  ccpa: 'CCPA',
  fedramp: 'FedRAMP',
  csa_star: 'CSA STAR',
  dpf: 'Data Privacy Framework',
  security_txt: 'security.txt',
  rendered: 'Read in a browser, with its scripts',
}

export function labelFor(name: string): string {
  const known = SPECIAL[name]
  if (known) return known
  const iso = /^iso_?(\d+)$/.exec(name)
  if (iso) return `ISO ${iso[1]}`
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export const TONES: Readonly<Record<string, Tone>> = {
  green: 'good',
  amber: 'warn',
  red: 'bad',
  unknown: 'plain',
  verified: 'good',
  fresh: 'good',
  sourced: 'warn',
  incomplete: 'warn',
  unavailable: 'plain',
  ok: 'good',
  recent: 'good',
  stale: 'warn',
  degraded: 'warn',
  failing: 'bad',
  pending: 'plain',
  inactive: 'plain',
  low: 'good',
  moderate: 'good',
  elevated: 'warn',
  high: 'bad',
  met: 'good',
  partly: 'warn',
  not_met: 'bad',
  inconclusive: 'plain',
  supported: 'good',
  intended: 'warn',
  contradicted: 'bad',
  refuted: 'bad',
  missing: 'bad',
  not_read: 'plain',
  not_triggered: 'plain',
  info: 'plain',
  minor: 'plain',
  major: 'warn',
}

export const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`

export const dayOf = (moment: Date | string | number): string => new Date(moment).toISOString().slice(0, 10)
