// Icons on a grid of 16, in the color of the surrounding text.

const PATHS = {
  run: 'M4.5 3v10l8-5z',
  stop: 'M4 4h8v8H4z',
  book: 'M3 3.5h4a1.5 1.5 0 0 1 1 1.4V13a2 2 0 0 0-1.4-.6H3zM13 3.5H9a1.5 1.5 0 0 0-1 1.4V13a2 2 0 0 1 1.4-.6H13z',
  clock: 'M8 4.5V8l2.2 1.4M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12z',
  indent: 'M7 4h6M7 8h6M7 12h6M3 6l2 2-2 2',
  link: 'M6.7 9.3a2.6 2.6 0 0 0 3.8.2l2-2a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.3 6.7a2.6 2.6 0 0 0-3.8-.2l-2 2a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  download: 'M8 3v7M5 7.5 8 10.5l3-3M3.5 13h9',
  down: 'M4.5 6.5 8 10l3.5-3.5',
  plus: 'M8 3.5v9M3.5 8h9',
  minus: 'M3.5 8h9',
  fit: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  close: 'm4 4 8 8M12 4l-8 8',
  key: 'M6 12.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8.2 7.4 13 2.5M11 4.5l1.8 1.8',
  alert: 'M8 5v3.6M8 11v.1M7.1 2.7 1.9 12a1 1 0 0 0 .9 1.5h10.4a1 1 0 0 0 .9-1.5L8.9 2.7a1 1 0 0 0-1.8 0z',
} as const
export type IconName = keyof typeof PATHS

export const Icon = ({ name }: { name: IconName }) => (
  <svg
    className="icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill={name === 'run' || name === 'stop' ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
)
