// A plan for calendars and scheduling tools: iCalendar (RFC 5545) and Microsoft Project XML. Pure.
import type { PlanVersion } from '@veritrace/contract/casework/plan'

const HOURS_A_DAY = 8

/** One all-day event for each item that has dates. */
export function icalendar(plan: PlanVersion): string {
  const stamp = `${plan.created_at.slice(0, 19).replace(/[-:]/g, '')}Z`
  const events = plan.items
    .filter(({ start, finish }) => start && finish)
    .flatMap((item) => [
      'BEGIN:VEVENT',
      `UID:${item.id}@${plan.id}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(item.start!)}`,
      // DTEND is exclusive.
      `DTEND;VALUE=DATE:${compact(dayAfter(item.finish!))}`,
      `SUMMARY:${escaped(item.title)}`,
      `DESCRIPTION:${escaped(`Wave ${item.wave}. ${item.effort.p50} days (50% likely), ${item.effort.p80} (80% likely).`)}`,
      'END:VEVENT',
    ])
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Veritrace//Casework//EN', ...events, 'END:VCALENDAR']
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const compact = (day: string): string => day.replaceAll('-', '')
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Folds lines to at most 75 octets; continuation lines start with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > 74) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part].join('\r\n ')
}

export function mspdi(plan: PlanVersion): string {
  const numbers = new Map(plan.items.map(({ id }, i) => [id, i + 1]))
  const tasks = plan.items.map((item) => {
    const links = item.preconditions.flatMap((id) => {
      const number = numbers.get(id)
      return number
        ? [`<PredecessorLink><PredecessorUID>${number}</PredecessorUID><Type>1</Type></PredecessorLink>`]
        : []
    })
    return [
      `<Task><UID>${numbers.get(item.id)}</UID><ID>${numbers.get(item.id)}</ID><Name>${xml(item.title)}</Name>`,
      `<OutlineLevel>1</OutlineLevel><Work>PT${Math.round(item.effort.p50 * HOURS_A_DAY)}H0M0S</Work>`,
      ...(item.start ? [`<Start>${item.start}T08:00:00</Start>`] : []),
      ...(item.finish ? [`<Finish>${item.finish}T17:00:00</Finish>`] : []),
      `<Notes>${xml(item.rationale_md)}</Notes>${links.join('')}</Task>`,
    ].join('')
  })
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project">
<Name>${xml(plan.title)}</Name>
<CreationDate>${plan.created_at.slice(0, 19)}</CreationDate>
<Tasks>
${tasks.join('\n')}
</Tasks>
</Project>
`
}

const XML: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' }
/** Drops characters that XML 1.0 does not allow. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[<>&"']/g, (letter) => XML[letter]!)
