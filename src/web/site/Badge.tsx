import { useLanguage } from '../ui/language.ts'

export function Badge() {
  const { t } = useLanguage()
  return (
    <span className="inline-block rounded-full bg-sun-pale px-2.5 py-0.5 font-semibold text-ink text-xs ring-1 ring-sun">
      {t('badge.mostAsked')}
    </span>
  )
}
