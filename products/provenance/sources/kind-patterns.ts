// Words for each kind of page in addresses and titles, the most specific kinds first.
import type { SourceKind } from './kinds.ts'

export interface KindPatterns {
  kind: SourceKind
  /** Matches the last part of a path, without its extension. */
  slug: RegExp
  /** Matches a link, a title or a headline in lower case. */
  words: RegExp
}

export const KIND_PATTERNS: readonly KindPatterns[] = [
  {
    kind: 'subprocessors',
    slug: /sub-?processors?|unterauftragsverarbeiter|subauftragsverarbeiter|sous-traitants|subencargados|^processors$/,
    words:
      /\bsub[- ]?processors?\b|\bunterauftrags(?:verarbeiter|nehmer)|\bsubauftragsverarbeiter|\bsous-traitants(?: ultérieurs)?\b|\bsubencargados\b|\bsub-?responsabili\b|\bsubverwerkers\b/,
  },
  {
    kind: 'dpa',
    slug: /^dpa$|(?:^|-)dpa(?:-|$)|data-(?:processing|protection)-(?:agreement|addendum|terms|amendment)|auftragsverarbeitung|^avv$|data-processing$/,
    words:
      /\bdpa\b|\bdata (?:processing|protection) (?:agreement|addendum|terms|amendment)\b|\bauftragsverarbeitung|\bavv\b|\baccord (?:sur le|de) traitement\b|\bacuerdo de tratamiento\b|\bverwerkersovereenkomst\b/,
  },
  {
    kind: 'vulnerability_disclosure',
    slug: /vulnerabilit|responsible-disclosure|coordinated-disclosure|bug-?bounty|security-disclosure|disclosure-(?:policy|program)|^vdp$|report(?:ing)?-(?:a-)?(?:security|vuln)/,
    words:
      /\b(?:vulnerability|responsible|coordinated) disclosure\b|\bbug bounty\b|\breport (?:a |an )?(?:security )?(?:vulnerability|issue)\b|\bvulnerability (?:report|polic)/,
  },
  {
    kind: 'status',
    slug: /^(?:system-|service-)?status(?:-?page)?$/,
    words: /^(?:system |service |platform |api )?status(?: page)?$|\bstatus page\b|\bsystem status\b|\bsystemstatus\b/,
  },
  {
    kind: 'trust_center',
    slug: /^(?:the-)?trust(?:-?(?:cent(?:er|re)|portal|hub|page|and-\w+(?:-\w+)*))?$/,
    words: /\btrust (?:cent(?:er|re)|portal|hub)\b|^trust(?: (?:&|and) [\w ]+)?$/,
  },
  {
    kind: 'model_card',
    slug: /(?:model|system)-cards?$/,
    words: /\b(?:model|system) cards?\b/,
  },
  {
    kind: 'responsible_ai',
    slug: /responsible-(?:use-of-)?ai|ethical-ai|trustworthy-ai|ai-(?:principles|ethics|safety|governance|responsibility)/,
    words:
      /\bresponsible (?:use of )?ai\b|\bai (?:principles|ethics|safety|governance)\b|\b(?:ethical|trustworthy) ai\b/,
  },
  {
    kind: 'ai_transparency',
    slug: /ai-(?:transparency|disclosure|act|data-usage)|transparency-notes?|^ai-(?:faq|and-\w+)$/,
    words:
      /\bai (?:transparency|disclosure|act)\b|\bhow we use ai\b|\bartificial intelligence (?:transparency|disclosure)\b/,
  },
  {
    kind: 'ai_policy',
    slug: /(?:^|-)ai-(?:polic(?:y|ies)|terms|addendum|usage|use|privacy|security|notice|features-terms)|generative-ai-(?:polic|terms)/,
    words: /\b(?:gen(?:erative)? )?ai (?:usage |use )?(?:policy|policies|terms|addendum|notice|privacy)\b/,
  },
  {
    kind: 'acceptable_use',
    slug: /acceptable-use|^aup$|usage-polic|fair-use/,
    words: /\bacceptable use\b|\busage polic(?:y|ies)\b/,
  },
  {
    kind: 'data_residency',
    slug: /data-(?:residency|locations?|locality|sovereignty|hosting)$|^(?:hosting|data)-(?:regions|locations)$|^eu-(?:data|hosting|cloud)/,
    words: /\bdata (?:residency|locality|sovereignty|location)\b|\bhosting (?:regions|locations)\b/,
  },
  {
    kind: 'compliance',
    slug: /^(?:(?:security|legal|trust)-(?:and-)?)?(?:compliance|certifications?|attestations?)(?:-and-\w+)?$|^(?:soc-?[12]|iso-?27\d{3}|gdpr|dsgvo|hipaa|fedramp|ccpa|pci(?:-dss)?)(?:-(?:compliance|compliant|certification|faq|commitment))?$/,
    words:
      /\bcompliance\b|\bcertifications?\b|^(?:gdpr|dsgvo|hipaa|soc ?2|iso ?27001|fedramp|ccpa|pci dss)$|\b(?:gdpr|hipaa|soc ?2|iso ?27001) (?:compliance|compliant|certification)\b/,
  },
  {
    kind: 'security',
    slug: /^(?:(?:our|data|platform|product|cloud|information|enterprise|it)-)?security(?:-(?:overview|practices|polic(?:y|ies)|white-?paper|measures|statement|program|at-\w+|and-\w+(?:-\w+)*))?$|^(?:sicherheit|securite|seguridad|sicurezza|beveiliging|toms?|infosec)$|technical-and-organi[sz]ational-measures/,
    words:
      /^(?:our |data |platform |product |cloud |information |enterprise )?security(?: (?:overview|practices|polic(?:y|ies)|white ?paper|measures|statement|(?:at|&|and) [\w .&]+))?$|\bsecurity (?:overview|practices|measures|white ?paper)\b|^(?:sicherheit|sécurité|seguridad|sicurezza|beveiliging)$|\btechnical and organi[sz]ational measures\b/,
  },
  {
    kind: 'privacy',
    slug: /^(?:\w+-)?privacy(?:-?(?:polic(?:y|ies)|notice|statement|center|centre|shield|hub))?$|^datenschutz(?:erklaerung)?$|^(?:politique-de-)?confidentialite$|^(?:politica-de-)?privacidad$/,
    words:
      /\bprivacy (?:policy|notice|statement|cent(?:er|re))\b|^privacy$|\bdatenschutz(?:erklärung|hinweise)?\b|\bconfidentialité\b|\bprivacidad\b|\bprivacyverklaring\b|^informativa sulla privacy$/,
  },
  {
    kind: 'terms',
    slug: /^(?:terms(?:-(?:of-(?:service|use)|and-conditions|conditions))?|tos|msa|agb|eula|legal)$/,
    words: /\bterms (?:of (?:service|use)|(?:&|and) conditions)\b|^terms$|^legal$|^agb$/,
  },
]

/** Parts of a site where these words have another meaning. */
export const BLOG = /^(?:blog|blogs|news|newsroom|press|stories|articles?|posts?)$/
export const ELSEWHERE =
  /^(?:events?|webinars?|careers?|jobs?|customers?|case-stud(?:y|ies)|glossary|academy|community|forum|changelog|release-notes|releases|integrations?|templates?|compare|vs|podcasts?|videos?|partners?|marketplace|apps?|solutions|industries|use-cases?|tag|tags|category|author|training|courses?|tutorials?)$/
export const DOCS =
  /^(?:docs?|documentation|help|hc|support|kb|knowledge-base|developers?|api|reference|guides?|learn|manual|wiki)$/
