import { Arrowed } from '../../ui/Arrowed.tsx'
import { useLanguage } from '../../ui/language.ts'

interface CrumbsProps {
  section?: { href: string; label: string }
  here: string
}

/** Links to the pages above this one, and the page itself as the last crumb. */
export function Crumbs({ section, here }: CrumbsProps) {
  const { t, path } = useLanguage()
  return (
    <nav aria-label={t('nav.crumbs')} className="text-sm print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2 text-ink-soft">
        <li>
          <a href={path('/')} className="inline-flex min-h-11 items-center underline hover:text-ink">
            {t('nav.home')}
          </a>
        </li>
        <li aria-hidden="true">/</li>
        <li>
          <a
            href={path(section?.href ?? '/tratte/')}
            className="inline-flex min-h-11 items-center underline hover:text-ink"
          >
            {section?.label ?? t('nav.routes')}
          </a>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">
          <Arrowed text={here} />
        </li>
      </ol>
    </nav>
  )
}
