import type { ReactNode } from 'react'

interface InfoHeroProps {
  eyebrow: string
  title: string
  children: ReactNode
}

export function InfoHero({ eyebrow, title, children }: InfoHeroProps) {
  return (
    <div className="bg-sea-pale">
      <div className="wrap py-10 sm:py-14">
        <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">{eyebrow}</p>
        <h1 className="mt-3 max-w-3xl text-4xl sm:text-5xl">{title}</h1>
        {children}
      </div>
    </div>
  )
}
