// The certificates, laws and frameworks that we recognize. Patterns match normalized text (lower case, plain dashes).

/** There are audits against an assessed law (HIPAA); compliance with a plain law can only be declared. */
export type StandardKind = 'certificate' | 'law' | 'assessed_law' | 'framework' | 'contract'

export interface Standard {
  id: string
  /** The display name. */
  label: string
  kind: StandardKind
  /** Claims within a family are about the same thing: type 1 and type 2 of one report. */
  family: string
  pattern: RegExp
  /** Captures the level or type right after the name: "Level 1", "Moderate". */
  level?: RegExp
}

const standard = (
  id: string,
  label: string,
  kind: StandardKind,
  pattern: string,
  more: { family?: string; level?: RegExp } = {},
): Standard => ({ id, label, kind, family: id, pattern: new RegExp(pattern, 'g'), ...more })

export const STANDARDS: readonly Standard[] = [
  standard(
    'pci_dss',
    'PCI DSS',
    'certificate',
    String.raw`\bpci(?:[\s-]*dss)?\b(?:\s*\(?v?[34]\.\d(?:\.\d)?\)?)?|\bpayment card industry data security standard\b`,
    {
      level: /^[\s,:(-]*(?:compliance\s+)?(?:service provider\s+)?level\s*([1-4])\b/,
    },
  ),
  standard(
    'hipaa',
    'HIPAA',
    'assessed_law',
    String.raw`\bhipaa\b(?:\s*(?:\/|&|and)\s*hitech\b)?|\bhealth insurance portability and accountability act\b`,
  ),
  standard(
    'hipaa_baa',
    'HIPAA business associate agreement',
    'contract',
    String.raw`\bbaas?\b|\bbusiness associate (?:agreement|addendum|contract)s?\b(?:\s*\(\s*"?baas?"?\s*\))?`,
  ),
  standard(
    'gdpr',
    'GDPR',
    'law',
    String.raw`\b(?:uk[\s-]?|eu[\s-]?)?gdpr\b|\bgeneral data protection regulation\b(?:\s*\(\s*"?gdpr"?\s*\))?|\brgpd\b|\b(?:eu-)?ds-?gvo\b|\bavg\b(?=[\s,.;)])|\bdatenschutz-?grundverordnung\b|\brèglement général sur la protection des données\b|\breglamento general de protección de datos\b|\bregulamento geral (?:de|sobre a?) ?proteção de dados\b|\bregolamento generale sulla protezione dei dati\b|\balgemene verordening gegevensbescherming\b|一般データ保護規則`,
  ),
  standard(
    'gdpr_dpa',
    'Data processing agreement',
    'contract',
    String.raw`\bdpas?\b|\bdata (?:processing|protection) (?:agreement|addendum|addenda|terms|amendment)s?\b(?:\s*\(\s*"?(?:the\s+)?"?dpas?"?\s*\))?`,
  ),
  standard(
    'ccpa',
    'CCPA',
    'law',
    String.raw`\bccpa\b(?:\s*\/\s*cpra)?|\bcalifornia consumer privacy act\b(?:\s*\(\s*"?ccpa"?\s*\))?`,
  ),
  standard('fedramp', 'FedRAMP', 'certificate', String.raw`\bfed-?ramp\b`, {
    level: /^[\s,:(-]*(?:20x\s+)?(low|moderate|high|tailored|li-saas)\b/,
  }),
  standard(
    'csa_star',
    'CSA STAR',
    'certificate',
    String.raw`\bcsa[\s-]+(?:security,? trust,? assurance and risk \(?)?star\b|\bcloud security alliance(?:'s)?(?:\s+\(csa\))?\s+(?:security,? trust[^.]{0,40})?star\b(?:\s+certification)?(?:\s*\(\s*csa star\b[^)]{0,20}\))?|\bcloud security alliance caiq\b(?:[^.()]{0,20}\(\s*csa caiq\b[^)]{0,20}\))?|\bcsa\s+(?:consensus assessments? initiative questionnaire(?:\s*\(caiq\))?|caiq)|\bcaiq\b`,
    {
      level: /^[\s,:(-]*level\s*(1|2|3|one|two)\b/,
    },
  ),
  standard(
    'dpf',
    'EU-US Data Privacy Framework',
    'certificate',
    String.raw`\b(?:(?:eu|swiss|uk)[\s-]*(?:u\.?s\.?|extension to the eu-u\.?s\.?)\s+)?data privacy framework\b(?:\s+(?:program|principles))?(?:\s*\(\s*"?(?:eu-u\.?s\.? )?dpf"?\s*\))?|\bdpf\b`,
  ),
  standard(
    'privacy_shield',
    'Privacy Shield',
    'certificate',
    String.raw`\bprivacy shield\b(?:\s+(?:framework|program|principles))?`,
  ),
  standard('fips140', 'FIPS 140', 'certificate', String.raw`\bfips(?:[\s-]*(?:pub\s*)?140(?:[\s-]*[23])?)?\b`),
  standard('hitrust', 'HITRUST', 'certificate', String.raw`\bhitrust\b(?:\s+csf)?`, {
    level: /^[\s,:(-]*(e1|i1|r2)\b/,
  }),
  standard('cyber_essentials', 'Cyber Essentials', 'certificate', String.raw`\bcyber essentials\b`, {
    level: /^\s*(plus)\b/,
  }),
  standard('21cfr11', '21 CFR Part 11', 'assessed_law', String.raw`\b21\s*cfr\s*(?:part\s*)?11\b`),
  standard(
    'hds',
    'HDS',
    'certificate',
    String.raw`\bhds\b|\bh[eé]bergeurs? (?:de )?donn[eé]es de sant[eé](?:\s*\(hds\))?|\bhost di dati sanitari\b`,
  ),
  standard('secnumcloud', 'SecNumCloud', 'certificate', String.raw`\bsecnumcloud\b`),
  standard('nen7510', 'NEN 7510', 'certificate', String.raw`\bnen[\s-]?7510\b(?:-\d)?(?::20\d\d)?`),
  standard(
    'bsi_grundschutz',
    'BSI IT-Grundschutz',
    'certificate',
    String.raw`\b(?:bsi[\s-]+(?:it-?)?grundschutz|it-grundschutz)\b`,
  ),
  standard('isae3402', 'ISAE 3402', 'certificate', String.raw`\bisae[\s-]?3402\b`, { family: 'soc1' }),
  standard('ferpa', 'FERPA', 'law', String.raw`\bferpa\b`),
  standard('coppa', 'COPPA', 'law', String.raw`\bcoppa\b`),
  standard('lgpd', 'LGPD', 'law', String.raw`\blgpd\b|\blei geral de proteção de dados\b(?:\s*\(lgpd\))?`),
  standard('pipeda', 'PIPEDA', 'law', String.raw`\bpipeda\b`),
  standard('dora', 'DORA', 'law', String.raw`\bdora\b(?!\s+metrics)|\bdigital operational resilience act\b`),
  standard('ai_act', 'EU AI Act', 'law', String.raw`\b(?:eu\s+)?ai act\b`),
  standard('section_508', 'Section 508', 'law', String.raw`\bsection 508\b`),
  standard('nist_csf', 'NIST CSF', 'framework', String.raw`\bnist\s+(?:csf|cybersecurity framework)\b`, {
    family: 'nist',
  }),
  standard('nist_800_53', 'NIST SP 800-53', 'framework', String.raw`\bnist\s+(?:sp\s*)?800-(?:53|171)\b`, {
    family: 'nist',
  }),
  standard('nist', 'NIST', 'framework', String.raw`\bnist\b`, { family: 'nist' }),
  standard('tisax', 'TISAX', 'certificate', String.raw`\btisax\b`, {
    level: /^[\s,:(-]*(?:assessment level\s*|al\s*|level\s*)([1-3])\b/,
  }),
  standard(
    'c5',
    'BSI C5',
    'certificate',
    String.raw`\b(?:bsi\s+c5|c5:20\d\d|c5(?=[\s-]+(?:type|typ\b|attest|testat|report|bericht|certif|zertifi|compliant)))\b`,
    { level: /^[\s,:(-]*type\s*(1|2|i{1,2})\b/ },
  ),
  standard('irap', 'IRAP', 'certificate', String.raw`\birap\b`),
  standard(
    'ens',
    'ENS',
    'certificate',
    String.raw`\besquema nacional de seguridad\b(?:\s*\(ens\))?|\bens\b(?=\s+(?:nivel|categoría|alto|medio|alta|media|high|medium))`,
    {
      level: /^[\s,:(-]*(?:de\s+)?(?:nivel|categoría)?\s*(alto|alta|medio|media|high|medium)\b/,
    },
  ),
  standard('cmmc', 'CMMC', 'certificate', String.raw`\bcmmc\b`, { level: /^[\s,:(-]*(?:2\.0\s+)?level\s*([1-3])\b/ }),
  standard('stateramp', 'StateRAMP', 'certificate', String.raw`\bstate-?ramp\b|\bgovramp\b`),
  standard('tx_ramp', 'TX-RAMP', 'certificate', String.raw`\btx-?ramp\b`),
  standard('dod_ato', 'Authority to operate', 'certificate', String.raw`\bauthority to operate\b`),
]

/** ISO numbers about security, privacy, continuity and AI. Others (9001, 14001, …) are listed to avoid confusion. */
export const ISO_NUMBERS: Readonly<Record<string, string>> = {
  27001: 'ISO 27001',
  27017: 'ISO 27017',
  27018: 'ISO 27018',
  27701: 'ISO 27701',
  42001: 'ISO 42001',
  22301: 'ISO 22301',
  9001: 'ISO 9001',
  14001: 'ISO 14001',
  13485: 'ISO 13485',
  26262: 'ISO 26262',
  20000: 'ISO 20000',
  27002: 'ISO 27002',
  27799: 'ISO 27799',
  45001: 'ISO 45001',
  50001: 'ISO 50001',
}
