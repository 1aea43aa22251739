// Golden profiles: what a reader of the demo sites must know about each vendor on the last day, and which changes it
// must have seen. Each line can be checked against the site. States are those of the extractor.
import type { AiAct } from '../directory-tables.ts'

export interface ExpectedEvent {
  day: number
  type: string
  /** The subject: a name, a certificate, a term, a path. */
  about: string
}

export interface ExpectedVendor {
  /** Certificate and state, as in the values of claims. */
  certifications: readonly string[]
  subprocessors: readonly string[]
  former?: readonly string[]
  planned?: readonly string[]
  affiliates?: readonly string[]
  /** Left out if the pages can be judged in more than one way. */
  ai?: AiAct
  /** Paths that robots.txt disallows; `*` for all. Nothing about them may be known. */
  unread?: readonly string[]
  /** Pages that are permanently gone, with their content. */
  gone?: readonly string[]
  warnings?: readonly string[]
  /** Additional findings if there is a browser for pages that need scripts. */
  rendered?: { certifications: readonly string[]; subprocessors: readonly string[] }
  events: readonly ExpectedEvent[]
  /** Changes that must not be reported, because they did not happen. */
  never?: readonly ExpectedEvent[]
}

const on = (day: number, type: string, about: string): ExpectedEvent => ({ day, type, about })

export const EXPECTED: Readonly<Record<string, ExpectedVendor>> = {
  bexombre: {
    certifications: ['iso27001:affirmed'],
    subprocessors: ['Clairbosquet', 'Foundry ML', 'Nettlecairn'],
    ai: 'red',
    events: [],
  },
  cinnawharf: {
    certifications: ['soc2_type2:affirmed'],
    subprocessors: ['Hobbinlake Cloud', 'Lintelroost', 'Nettlecairn', 'Tarnwhistle'],
    unread: ['/trust'],
    // A redirect counts when it is seen twice.
    events: [on(3, 'source.moved', '/subprocessors')],
    never: [on(2, 'subprocessor.removed', '*'), on(2, 'subprocessor.added', '*')],
  },
  clairbosquet: {
    certifications: ['hds:affirmed', 'iso27001:affirmed'],
    subprocessors: ['Lintelroost SAS', 'Énergie Sauvegarde SAS'],
    events: [],
  },
  dovetarn: {
    certifications: ['iso27001:affirmed', 'soc2_type2:affirmed'],
    subprocessors: ['Foundry ML', 'Hobbinlake GmbH', 'Tarnwhistle Ltd', 'Vidrelark AB', 'Wattlebeam Inc.'],
    ai: 'green',
    events: [on(2, 'subprocessor.added', 'Foundry ML')],
  },
  duskpantry: {
    certifications: [],
    subprocessors: [],
    ai: 'unknown',
    rendered: {
      certifications: ['iso27001:affirmed', 'soc2_type2:affirmed'],
      subprocessors: ['Hobbinlake GmbH', 'Tarnwhistle Ltd'],
    },
    events: [],
  },
  grebeworth: {
    certifications: ['dpf:affirmed', 'soc2_type2:affirmed'],
    subprocessors: [
      'Cumulo Cloud',
      'Foundry ML',
      'Lantern Monitoring',
      'Ledgerly Payments',
      'Quayside Support',
      'Tarnwhistle Ltd',
    ],
    ai: 'amber',
    warnings: ['subprocessor_list_incomplete'],
    events: [],
  },
  heronsilt: {
    certifications: ['iso27001:affirmed', 'soc2:negated', 'soc2_type2:affirmed'],
    subprocessors: ['Cumulo Cloud', 'Vidrelark AB', 'Wattlebeam Inc.'],
    events: [on(0, 'claim.contradicted', 'soc2')],
  },
  hobbinlake: {
    certifications: [
      'iso27001:affirmed',
      'iso27001:report_available',
      'iso27017:affirmed',
      'iso27018:affirmed',
      'soc2_type2:report_available',
    ],
    subprocessors: ['Nettlecairn B.V.', 'Tarnwhistle Ltd', 'Thrumwell Ltd', 'Wattlebeam Inc.'],
    affiliates: ['Hobbinlake France SAS', 'Hobbinlake Schweiz AG'],
    ai: 'green',
    events: [on(1, 'status.incident_started', 'Object storage'), on(2, 'status.incident_resolved', 'Object storage')],
  },
  ibexmoor: {
    certifications: ['soc2:third_party'],
    subprocessors: ['Cumulo Cloud', 'Foundry ML', 'Ledgerly Payments'],
    ai: 'red',
    events: [on(5, 'status.incident_started', 'Rendering')],
  },
  juniperloom: {
    certifications: ['dpf:affirmed', 'iso27001:in_progress', 'iso42001:affirmed', 'soc2_type2:affirmed'],
    subprocessors: [
      'Cinnawharf',
      'Cumulo Cloud',
      'Foundry ML',
      'Grebeworth Inc.',
      'Hobbinlake GmbH',
      'Kelpstave Ltd',
      'Ledgerly Payments',
      'Nettlecairn B.V.',
      'Quayside Support',
      'Tarnwhistle Ltd',
      'Vidrelark AB',
      'Wattlebeam Inc.',
    ],
    ai: 'amber',
    events: [],
    never: [on(3, 'subprocessor.removed', '*'), on(4, 'subprocessor.added', '*')],
  },
  kelpstave: {
    certifications: ['iso27001:expired', 'soc2:negated'],
    subprocessors: ['Hobbinlake GmbH', 'Postbox Mail', 'Quayside Support'],
    events: [on(4, 'certification.expired', 'iso27001')],
  },
  lintelroost: { certifications: [], subprocessors: [], ai: 'unknown', unread: ['*'], events: [] },
  nettlecairn: {
    certifications: ['iso27001:affirmed', 'pci_dss_level_1:affirmed'],
    subprocessors: ['Hobbinlake GmbH', 'Tarnwhistle Ltd', 'Vidrelark AB'],
    former: ['Lantern Monitoring'],
    planned: ['Wattlebeam Inc.'],
    events: [
      on(2, 'policy.clause_changed', 'subprocessor_notice_days'),
      on(2, 'status.incident_started', 'Payouts'),
      on(4, 'status.incident_resolved', 'Payouts'),
    ],
  },
  oxterfold: {
    certifications: ['iso27001:affirmed'],
    subprocessors: ['Hobbinlake GmbH', 'Kelpstave Ltd', 'Lintelroost SAS', 'Tarnwhistle Ltd', 'Tollgander Inc.'],
    events: [on(3, 'subprocessor.added', 'Lintelroost SAS')],
  },
  ploverstack: {
    certifications: ['soc2_type2:report_available'],
    subprocessors: ['Hobbinlake Cloud', 'Nettlecairn', 'Tarnwhistle'],
    events: [
      on(3, 'certification.status_changed', 'soc2_type2'),
      on(4, 'status.incident_started', 'Builds'),
      on(5, 'status.incident_resolved', 'Builds'),
    ],
  },
  pottlecroft: {
    certifications: ['soc2_type2:affirmed'],
    subprocessors: ['Hobbinlake Cloud', 'Juniperloom', 'Tarnwhistle'],
    events: [],
    never: [on(0, 'subprocessor.added', '*'), on(1, 'subprocessor.added', '*')],
  },
  saltwyke: {
    certifications: ['pci_dss_level_1:affirmed', 'soc2_type1:affirmed', 'soc2_type2:in_progress'],
    subprocessors: ['Grebeworth Inc.', 'Hobbinlake GmbH', 'Kelpstave Ltd', 'Nettlecairn B.V.', 'Tarnwhistle Ltd'],
    events: [on(2, 'subprocessor.changed', 'Grebeworth Inc.')],
  },
  sorrelbyte: {
    certifications: ['hipaa:negated', 'soc2_type2:affirmed'],
    subprocessors: ['Hobbinlake GmbH', 'Ploverstack Oy', 'Tarnwhistle Ltd'],
    gone: ['/security/penetration-testing'],
    // A page counts as gone when it is gone twice.
    events: [on(4, 'source.retired', '/security/penetration-testing')],
  },
  tarnwhistle: {
    certifications: ['iso27001:affirmed', 'iso27701:affirmed', 'soc2_type2:affirmed', 'soc2_type2:report_available'],
    subprocessors: ['Hobbinlake GmbH', 'Sorrelbyte Ltd', 'Wattlebeam Inc.'],
    events: [],
    never: [on(3, 'subprocessor.added', '*'), on(3, 'subprocessor.removed', '*'), on(3, 'subprocessor.changed', '*')],
  },
  thrumwell: {
    certifications: ['hipaa:conditional', 'iso27001:negated', 'soc2:negated'],
    subprocessors: ['Hobbinlake Cloud', 'Tarnwhistle'],
    events: [],
    never: [on(3, 'claim.removed', '*'), on(3, 'certification.removed', '*')],
  },
  tollgander: {
    certifications: ['hipaa:aligned', 'iso27001:aligned', 'soc2:third_party', 'soc2_type2:in_progress'],
    subprocessors: ['Cumulo Cloud', 'Lantern Monitoring', 'Quayside Support'],
    events: [],
  },
  vidrelark: {
    certifications: ['iso27001:affirmed', 'soc2:report_available', 'soc2_type2:affirmed'],
    subprocessors: ['Hobbinlake GmbH', 'Tarnwhistle Ltd'],
    events: [],
  },
  wattlebeam: {
    certifications: ['iso27001:affirmed', 'soc2_type2:affirmed'],
    subprocessors: ['Cumulo Cloud', 'Hobbinlake GmbH', 'Quayside Support'],
    events: [],
    never: [on(2, 'certification.removed', '*'), on(2, 'claim.removed', '*')],
  },
  yarrowdeck: {
    certifications: ['soc2:in_progress'],
    subprocessors: ['Cumulo Cloud', 'Postbox Mail'],
    warnings: ['subprocessor_list_incomplete', 'template_placeholder'],
    events: [],
  },
  zindelhof: {
    certifications: ['c5_level_2:affirmed', 'iso27001:affirmed'],
    subprocessors: ['Hobbinlake GmbH', 'Prüfwerk Köln GmbH', 'Tarnwhistle Ltd'],
    events: [],
  },
}
