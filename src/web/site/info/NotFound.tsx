import type { AppView } from '../../pageData.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { TripBox } from '../trip/TripBox.tsx'

const texts = {
  page: ['lost.page', 'lost.pageText'],
  route: ['lost.route', 'lost.routeText'],
  olderRoute: ['lost.route', 'lost.olderText'],
} as const

export function NotFound({ what }: AppView<'notFound'>) {
  const { t, path } = useLanguage()
  const [title, text] = texts[what]
  return (
    <div className="bg-sea-pale">
      <div className="wrap grid gap-10 py-14 sm:py-24 lg:grid-cols-2 lg:items-center">
        <div>
          <LostRoute />
          <h1 className="mt-6 text-4xl sm:text-6xl">{t(title)}</h1>
          <p className="mt-4 max-w-md text-lg">{t(text)}</p>
          <ButtonLink href={path(what === 'olderRoute' ? '/tratte/' : '/')} look="ink" className="mt-7">
            {t(what === 'olderRoute' ? 'lost.toRoutes' : 'lost.toHome')}
            <Icon name="arrow" />
          </ButtonLink>
        </div>
        <div className="rounded-card border border-line bg-stone p-3 shadow-soft sm:p-7">
          <h2 className="mb-3 text-2xl sm:mb-5">{t('lost.where')}</h2>
          <TripBox />
        </div>
      </div>
    </div>
  )
}

function LostRoute() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 260 90"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      className="h-24 max-w-full"
    >
      <path
        d="M14 74C50 6 120-2 158 34c20 19 4 42-14 32s2-42 40-40"
        className="stroke-sea"
        strokeDasharray="1 9"
      />
      <circle cx="14" cy="74" r="7" className="fill-card stroke-sea" />
      <text x="204" y="50" className="fill-ink font-serif text-5xl" stroke="none">
        ?
      </text>
    </svg>
  )
}
