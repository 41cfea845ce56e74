import { useLanguage } from '../../ui/language.ts'

export function Badge() {
  const { t } = useLanguage()
  return (
    <span className="inline-block rounded-full bg-sun-pale px-2.5 py-0.5 font-semibold text-ink text-xs [box-shadow:0_0_0_1px_var(--color-sun)]">
      {t('badge.mostAsked')}
    </span>
  )
}
