// All that one person is told at one time, as one letter. Text only: nothing that others wrote is read as markup. Pure.
import { oneLine, type Topic } from './rules.ts'

interface Line {
  topic: Topic
  title: string
  path: string
}

interface Letter {
  /** In the order in which it happened. */
  notices: readonly Line[]
  person: { display_name: string; tenant_name: string }
  publicUrl: string
  /** Where such letters can be stopped; nowhere where all is about security. */
  stopAt: string | undefined
}

const MOST_LINES = 50

/** What matters most comes first, also where not everything fits. */
const HEADINGS: readonly (readonly [Topic, string])[] = [
  ['security', 'Security'],
  ['billing', 'Billing'],
  ['trust_request', 'Trust requests'],
  ['evidence.expiry', 'Evidence that ends soon'],
  ['vendor.change', 'Changes at vendors'],
  ['source.health', 'Pages of vendors'],
]

export function digest({ notices, person, publicUrl, stopAt }: Letter): { subject: string; text: string } {
  const sorted = HEADINGS.flatMap(([topic]) => notices.filter((one) => one.topic === topic))
  const shown = sorted.slice(0, MOST_LINES)
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
      `${oneLine(person.display_name)},`,
      '',
      `this is new in the workspace ${workspace}:`,
      ...groups,
      ...(left > 0 ? ['', `and ${left} more.`] : []),
      '',
      ...ending(stopAt),
    ].join('\n'),
  }
}

const subjectOf = (notices: readonly Line[], workspace: string): string => {
  const [first] = notices
  return oneLine(
    notices.length === 1 ? `${workspace}: ${first!.title}` : `${workspace}: ${notices.length} notices`,
    MOST_SUBJECT,
  )
}

const MOST_SUBJECT = 200

const ending = (stopAt: string | undefined): string[] =>
  stopAt === undefined
    ? ['Owners and admins get mails about security whatever their notification preferences say.']
    : [
        'What is mailed to you, and when, is in your notification preferences. To get no more of these mails, open',
        '',
        stopAt,
      ]
