import type { ViewOf } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { Section } from '../parts/Section.tsx'

export function Faq({ questions }: { questions: ViewOf<'route'>['faq'] }) {
  const { t } = useLanguage()
  return (
    <Section title={t('faq.title')} isOnScreen>
      <div className="max-w-3xl divide-y divide-line border-line border-y">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-16 items-center justify-between gap-4 py-3 font-semibold text-lg">
              <h3 className="font-sans font-semibold text-lg leading-snug tracking-normal">{question}</h3>
              <span
                aria-hidden="true"
                className="text-2xl text-sea transition-transform group-open:rotate-45"
              >
                +
              </span>
            </summary>
            <p className="max-w-[65ch] pb-5 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
