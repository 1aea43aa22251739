import { ago, moment } from '../../ui/format.ts'

/** How long ago, with the exact moment for who points at it. */
export const Ago = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} title={moment(at)} className={className}>
    {ago(at)}
  </time>
)
