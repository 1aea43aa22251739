// Joins class names. If classes conflict, the last one wins.
import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// It must know our text sizes; otherwise it takes `text-sm text-ink-3` for two colors and drops one.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['2xs', 'xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'],
      radius: ['xs', 'sm', 'md', 'lg', 'xl', 'full'],
    },
  },
})

export const cn = (...names: ClassValue[]): string => merge(clsx(names))
