import { ago, moment } from '../../ui/format.ts'

/** A relative time, with the exact time as tooltip. */
export const Ago = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} title={moment(at)} className={className}>
    {ago(at)}
  </time>
)
