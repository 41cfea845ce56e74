import { ChangeArticles } from '../../../../modules/content/blog/bulk.contract.ts'
import { type ArticleEntry, DeleteArticle, ListArticles } from '../../../../modules/content/blog/contract.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDateTime, showLongDate } from '../../kit/format.ts'
import { CreateLink, listScreen } from '../../kit/ListScreen.tsx'
import { rowActionClass } from '../../kit/RowAction.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { Empty } from '../../kit/States.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { ArticleActs, articleNouns } from './ArticleActs.tsx'
import { StateBadge } from './ArticleNotes.tsx'

const columns: DataColumn<ArticleEntry>[] = [
  {
    id: 'title',
    header: 'Articolo',
    sort: 'title',
    cell: ({ id, title, slug, summary }) => (
      <div className="min-w-0 max-w-xl">
        <RowLink to={adminPath('blog/:id/', { id })}>{title}</RowLink>
        <p className="wrap-anywhere text-ink-soft text-sm">/blog/{slug}/</p>
        <p className="mt-0.5 line-clamp-2 text-sm">{summary}</p>
      </div>
    ),
  },
  { id: 'state', header: 'Stato', cell: (article) => <State of={article} /> },
  { id: 'category', header: 'Categoria', sort: 'category', cell: ({ category }) => category ?? '—' },
  { id: 'published', header: 'Pubblicazione', sort: 'publishedAt', cell: publication },
  {
    id: 'updated',
    header: 'Modificato',
    sort: 'updatedAt',
    isHidden: true,
    cell: ({ updatedAt }) => showDateTime(updatedAt),
  },
  thingActions({
    path: 'blog/:id/',
    name: ({ title }) => title,
    more: ({ isPublished, slug, title }) =>
      isPublished && (
        <a href={`/blog/${slug}/`} target="_blank" rel="noreferrer" className={rowActionClass}>
          Vedi<span className="sr-only"> {title} in una nuova scheda</span>
        </a>
      ),
    deletion: {
      command: DeleteArticle,
      title: ({ title }) => `Eliminare l’articolo «${title}»?`,
      text: ({ isPublished }) =>
        isPublished
          ? 'I visitatori non lo troveranno più, e i motori di ricerca sapranno che non c’è.'
          : 'Il testo andrà perso.',
      done: 'Articolo eliminato',
      failed: 'Impossibile eliminare l’articolo',
      renews: [ListArticles.http, ListCategories.http],
    },
  }),
]

const create = { path: 'blog/nuovo/', label: 'Nuovo Articolo' } as const

export default listScreen({
  title: 'Lista Articoli',
  create,
  views: { section: 'blog/' },
  caption: 'Articoli del blog',
  query: ListArticles,
  columns,
  search: 'Cerca per titolo, slug o riassunto',
  filters: [
    {
      field: 'isPublished',
      label: 'Stato',
      choices: { true: 'Pubblicati', false: 'Bozze' },
      read: (text) => text === 'true',
    },
    { field: 'category', label: 'Categoria', useChoices: useCategories, all: 'tutte' },
  ],
  empty: <Empty action={<CreateLink {...create} />}>Nessun articolo: scrivi il primo.</Empty>,
  emptyFiltered: 'Nessun articolo corrisponde alla ricerca',
  bulk: {
    command: ChangeArticles,
    nouns: articleNouns,
    nameOf: ({ title }) => title,
    renderActs: (chosen) => <ArticleActs chosen={chosen} />,
  },
})

function useCategories(): Record<string, string> {
  const { data } = useQueryCall(ListCategories, { page: 1, limit: 100 })
  return Object.fromEntries((data?.items ?? []).map(({ name }) => [name, name]))
}

function State({ of: { state, hasDraft } }: { of: ArticleEntry }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <StateBadge state={state} />
      {hasDraft && <Badge tone="warn">Modifiche in corso</Badge>}
    </span>
  )
}

function publication({ isPublished, publishedAt, publishAt }: ArticleEntry): string {
  if (isPublished && publishedAt) return showLongDate(publishedAt)
  return publishAt ? `Programmato: ${showDateTime(publishAt)}` : 'Non pubblicato'
}
