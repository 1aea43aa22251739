// What the words of a language stand for. Every language file speaks of the same things.

export const CUES = [
  // How sentences are built.
  'break',
  'relative',
  'preposition',
  'verb',
  'as',
  'condition',
  'negation',
  'not_negation',
  // How sure a clause is.
  'former',
  'duty',
  'plan',
  'possibility',
  'definition',
  'training',
  'advice',
  'weak',
  'feature',
  'limited',
  'unfit',
  'yearly',
  // What is said about a standard.
  'certify',
  'comply',
  'hold',
  'offer',
  'certificate',
  'certificate_word',
  'this_certificate',
  'certificates_heading',
  'agreement',
  'in_place',
  // Who it is said about.
  'own',
  'own_thing',
  'customer',
  'employee',
  'other',
  'facility',
  'auditor',
  // Answers.
  'yes',
  'no',
  'not_applicable',
  // Terms of agreements.
  'notify',
  'object',
  'delete',
  'retain',
  'allow',
  'audit',
  'subprocessor',
  'breach',
  'ending',
  'no_deletion',
  'law',
  'before',
  'ahead',
  'anchor',
  'module',
  // Training of models.
  'train',
  'model',
  'their_data',
  'opt_out',
  'opt_in',
  'by_plan',
  // Service levels and retention.
  'uptime',
  'credit',
  'maintenance',
  'limit',
  'claim',
  'incident',
  'response',
  'backup',
  'daily',
  'configurable',
  'indefinite',
  'not_kept',
  'retention',
  // With a value: "unit day", "number 30", "place Germany".
  'unit',
  'number',
  'place',
  'nationality',
] as const

export type Cue = (typeof CUES)[number]
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

export const isRead = (language: string): language is Language => (LANGUAGES as readonly string[]).includes(language)
