import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

interface SectionProps {
  id?: string
  title: string
  intro?: ReactNode
  aside?: ReactNode
  ground?: 'stone' | 'panel' | 'ink'
  /** True for a section that is not printed. */
  isOnScreen?: boolean
  children: ReactNode
}

const grounds = { stone: '', panel: 'bg-panel', ink: 'on-ink bg-band' }

export function Section({
  id,
  title,
  intro,
  aside,
  ground = 'stone',
  isOnScreen = false,
  children,
}: SectionProps) {
  return (
    <section id={id} className={`py-14 sm:py-20 ${isOnScreen ? 'print:hidden' : ''} ${grounds[ground]}`}>
      <div className="wrap">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
          <div className="max-w-[38rem]">
            <h2 className="text-3xl sm:text-4xl">{title}</h2>
            {intro && (
              <p className={`mt-3 text-lg ${ground === 'ink' ? 'text-white/80' : 'text-ink-soft'}`}>
                {intro}
              </p>
            )}
          </div>
          {aside}
        </div>
        <div className="mt-8 sm:mt-10">{children}</div>
      </div>
    </section>
  )
}

export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="group inline-flex min-h-11 items-center gap-2 font-semibold text-sea underline decoration-1
        underline-offset-4 hover:decoration-2"
    >
      {children}
      <Icon name="arrow" className="size-4 transition-transform group-hover:translate-x-1" />
    </a>
  )
}
