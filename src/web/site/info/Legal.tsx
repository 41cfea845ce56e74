import type { ReactNode } from 'react'
import { officeLanguage } from '../../../languages/office.ts'
import { useLanguage } from '../../ui/language.ts'

export interface LegalSection {
  id: string
  title: string
  body: ReactNode
}

interface LegalProps {
  title: string
  intro: ReactNode
  sections: LegalSection[]
}

/** A long text with a table of contents. A translation states that the Italian text applies. */
export function Legal({ title, intro, sections }: LegalProps) {
  const { t } = useLanguage()
  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap py-10 sm:py-14">
          <h1 className="text-4xl sm:text-5xl">{title}</h1>
          {intro}
          {t.language !== officeLanguage && <p className="mt-2 text-ink-soft">{t('legal.governs')}</p>}
        </div>
      </div>
      <div className="wrap grid gap-x-16 gap-y-10 py-10 sm:py-14 lg:grid-cols-[16rem_1fr] lg:items-start">
        <nav aria-label={t('legal.contents')} className="rounded-card bg-panel p-5 lg:sticky lg:top-28">
          <ol className="grid gap-x-6 sm:max-lg:grid-cols-2">
            {sections.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="figures flex min-h-11 items-center gap-2.5 hover:text-sea hover:underline"
                >
                  <span className="w-5 text-ink-soft">{index + 1}.</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal max-w-[70ch]">
          {sections.map(({ id, title, body }) => (
            <section key={id} id={id}>
              <h2>{title}</h2>
              {body}
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
