import type { RouteLists } from '../../../modules/catalog/search/contract.ts'
import type { Choice } from '../../../modules/content/pages/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { type ListKind, listPath } from '../parts/paths.ts'
import { MoreLink } from '../parts/Section.tsx'
import { withChoice } from '../trip/choice.ts'

interface ListLinksProps {
  kind: ListKind
  list: RouteLists
  choice: Choice
}

const chip =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-ink/25 bg-card px-4 font-medium max-sm:gap-1.5 max-sm:px-3 max-sm:text-sm hover:border-sea hover:text-sea aria-[current]:border-sea aria-[current]:bg-sea-pale'

/** On the overview the links lead to sections of the page; on the page of a hub, to the hubs and the overview. */
export function HubLinks({ kind, list, choice }: ListLinksProps) {
  const { t, path } = useLanguage()
  return (
    <nav aria-label={t('list.departures')} className="print:hidden">
      <ul className="flex flex-wrap gap-2 sm:gap-2.5">
        {list.hub && (
          <li>
            <a href={withChoice(path(listPath(kind)), choice)} className={chip}>
              {t('list.allDepartures')}
            </a>
          </li>
        )}
        {list.hubs.map(({ key, name, icon }) => (
          <li key={key}>
            <a
              href={list.hub ? withChoice(path(listPath(kind, key)), choice) : `#${key}`}
              aria-current={key === list.hub ? 'page' : undefined}
              className={chip}
            >
              <Icon name={icon} className="size-5 text-sea" />
              {t('list.from', { place: name })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function AllOfHub({
  kind,
  list,
  choice,
  group,
}: ListLinksProps & { group: RouteLists['groups'][number] }) {
  const { t, path } = useLanguage()
  const { key, name, rows, found } = group
  if (rows.length >= found || list.hub) return null
  return (
    <p className="mt-4 print:hidden">
      <MoreLink href={withChoice(path(listPath(kind, key)), choice)}>
        {list.search
          ? t('list.others', { count: found - rows.length, place: name })
          : t('list.allOf', { count: found, place: name })}
      </MoreLink>
    </p>
  )
}

export function Pages({ kind, list, choice }: ListLinksProps) {
  const { t, path } = useLanguage()
  const { hub, page, totalPages } = list
  if (totalPages < 2) return null
  const pathOf = (one: number) => withChoice(path(listPath(kind, hub, one)), choice)
  return (
    <nav aria-label={t('list.pages')} className="mt-8 print:hidden">
      <ul className="flex flex-wrap gap-2.5">
        {page > 1 && (
          <li>
            <a rel="prev" href={pathOf(page - 1)} className={chip}>
              {t('list.previous')}
            </a>
          </li>
        )}
        {Array.from({ length: totalPages }, (_, index) => index + 1).map((one) => (
          <li key={one}>
            <a
              href={pathOf(one)}
              aria-label={t('list.page', { page: one })}
              aria-current={one === page ? 'page' : undefined}
              className={chip}
            >
              {one}
            </a>
          </li>
        ))}
        {page < totalPages && (
          <li>
            <a rel="next" href={pathOf(page + 1)} className={chip}>
              {t('list.next')}
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
