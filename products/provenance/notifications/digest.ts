// Builds one email from the notices of one person. Plain text only: user input is never interpreted as markup. Pure.
import { oneLine, type Topic } from './rules.ts'

interface Line {
  topic: Topic
  title: string
  path: string
}

interface DigestInput {
  /** In chronological order. */
  notices: readonly Line[]
  person: { display_name: string; tenant_name: string }
  publicUrl: string
  /** URL that unsubscribes the person; undefined if every notice is about security. */
  stopAt: string | undefined
}

const MAX_LINES = 50

/** Most important topics first: they are listed even if not everything fits. */
const HEADINGS: readonly (readonly [Topic, string])[] = [
  ['security', 'Security'],
  ['billing', 'Billing'],
  ['trust_request', 'Trust requests'],
  ['evidence.expiry', 'Expiring evidence'],
  ['vendor.change', 'Vendor changes'],
  ['source.health', 'Vendor pages'],
]

export function digest({ notices, person, publicUrl, stopAt }: DigestInput): { subject: string; text: string } {
  const sorted = HEADINGS.flatMap(([topic]) => notices.filter((one) => one.topic === topic))
  const shown = sorted.slice(0, MAX_LINES)
  const left = sorted.length - shown.length
  const groups = HEADINGS.flatMap(([topic, heading]) => {
    const lines = shown.filter((one) => one.topic === topic)
    return lines.length === 0
      ? []
      : ['', heading, ...lines.map(({ title, path }) => `- ${title}\n  ${publicUrl}${path}`)]
  })
  const workspace = oneLine(person.tenant_name)
  return {
    subject: subjectOf(sorted, workspace),
    text: [
      `Hello ${oneLine(person.display_name)},`,
      '',
      `Here is what is new in the workspace ${workspace}:`,
      ...groups,
      ...(left > 0 ? ['', `And ${left} more.`] : []),
      '',
      ...ending(stopAt),
    ].join('\n'),
  }
}

const subjectOf = (notices: readonly Line[], workspace: string): string => {
  const [first] = notices
  return oneLine(
    notices.length === 1 ? `${workspace}: ${first!.title}` : `${workspace}: ${notices.length} notices`,
    MAX_SUBJECT,
  )
}

const MAX_SUBJECT = 200

const ending = (stopAt: string | undefined): string[] =>
  stopAt === undefined
    ? ['Owners and admins always get security emails, whatever their notification preferences.']
    : [
        'You can change what we email you, and when, in your notification preferences. To stop these emails, open',
        '',
        stopAt,
      ]
