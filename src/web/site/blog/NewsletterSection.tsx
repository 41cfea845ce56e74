import { useLanguage } from '../../ui/language.ts'
import { NewsletterForm } from './NewsletterForm.tsx'

export function NewsletterSection() {
  const { t } = useLanguage()
  return (
    <section id="newsletter" className="on-ink bg-band-sea py-14 sm:py-20">
      <div className="wrap grid gap-x-14 gap-y-7 lg:grid-cols-[1fr_1.15fr] lg:items-center">
        <div>
          <h2 className="text-3xl sm:text-4xl">{t('newsletter.title')}</h2>
          <p className="mt-3 max-w-md text-lg text-white/85">{t('newsletter.intro')}</p>
        </div>
        <div className="rounded-card bg-stone p-5 text-ink sm:p-7 [&_:focus-visible]:outline-sea">
          <NewsletterForm />
        </div>
      </div>
    </section>
  )
}
