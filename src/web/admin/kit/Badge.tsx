import type { ReactNode } from 'react'

const tones = {
  ok: 'bg-leaf/12 text-[#1f5f3a]',
  warn: 'bg-sun-pale text-[#6b4800]',
  bad: 'bg-brick-pale text-[#8a261c]',
  quiet: 'bg-panel text-ink-soft',
  info: 'bg-sea-pale text-sea-deep',
} as const

/** Badge whose text carries the meaning; the colour only repeats it. */
export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center md:whitespace-nowrap rounded-full px-2.5 py-0.5 font-medium text-[0.8125rem] leading-[1.25rem] ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
