import { useState } from 'react'
import { Link } from 'react-router'
import { ChangeArticles } from '../../../../modules/content/blog/bulk.contract.ts'
import { type ArticleEntry, DeleteArticle, ListArticles } from '../../../../modules/content/blog/contract.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDateTime, showLongDate } from '../../kit/format.ts'
import { rowActionClass } from '../../kit/RowAction.tsx'
import { SavedViews } from '../../kit/SavedViews.tsx'
import { Empty } from '../../kit/States.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { ArticleActs, articleNouns } from './ArticleActs.tsx'
import { StateBadge } from './ArticleNotes.tsx'

const newArticle = (
  <Link to={adminPath('blog/nuovo/')} className={buttonClass('sea')}>
    Nuovo Articolo
  </Link>
)

export default function Articles() {
  const address = useListAddress(['isPublished', 'category'])
  const { isPublished, category } = address.filters
  const filter = {
    ...(address.search ? { search: address.search } : {}),
    ...(isPublished ? { isPublished: isPublished === 'true' } : {}),
    ...(category ? { category } : {}),
  }
  const articles = useQueryCall(ListArticles, { ...address.input, ...filter }, { keepPrevious: true })
  const categories = useQueryCall(ListCategories, { page: 1, limit: 100 })
  const [deleting, setDeleting] = useState<ArticleEntry | null>(null)
  const columns: DataColumn<ArticleEntry>[] = [
    {
      id: 'title',
      header: 'Articolo',
      sort: 'title',
      cell: (article) => (
        <div className="min-w-0 max-w-xl">
          <Link
            to={adminPath('blog/:id/', { id: article.id })}
            className="font-medium text-sea-deep underline"
          >
            {article.title}
          </Link>
          <p className="wrap-anywhere text-ink-soft text-sm">/blog/{article.slug}/</p>
          <p className="mt-0.5 line-clamp-2 text-sm">{article.summary}</p>
        </div>
      ),
    },
    { id: 'state', header: 'Stato', cell: (article) => <State of={article} /> },
    { id: 'category', header: 'Categoria', sort: 'category', cell: (article) => article.category ?? '—' },
    {
      id: 'published',
      header: 'Pubblicazione',
      sort: 'publishedAt',
      cell: (article) => publication(article),
    },
    {
      id: 'updated',
      header: 'Modificato',
      sort: 'updatedAt',
      isHidden: true,
      cell: (article) => showDateTime(article.updatedAt),
    },
    actionsColumn((article) => (
      <ThingActions
        to={adminPath('blog/:id/', { id: article.id })}
        name={article.title}
        deletion={DeleteArticle}
        onDelete={() => setDeleting(article)}
      >
        {article.isPublished && (
          <a href={`/blog/${article.slug}/`} target="_blank" rel="noreferrer" className={rowActionClass}>
            Vedi<span className="sr-only"> {article.title} in una nuova scheda</span>
          </a>
        )}
      </ThingActions>
    )),
  ]
  const isFiltered = Boolean(address.search || isPublished || category)

  return (
    <>
      <Title actions={newArticle}>Lista Articoli</Title>
      <SavedViews section="blog/" />
      <FilterBar>
        <SearchBox label="Cerca per titolo, slug o riassunto" address={address} />
        <ChoiceFilter
          label="Stato"
          value={isPublished}
          choices={{ true: 'Pubblicati', false: 'Bozze' }}
          onChoose={(value) => address.set({ isPublished: value })}
        />
        <ChoiceFilter
          label="Categoria"
          value={category}
          choices={Object.fromEntries((categories.data?.items ?? []).map(({ name }) => [name, name]))}
          all="tutte"
          onChoose={(value) => address.set({ category: value })}
        />
      </FilterBar>
      <DataTable
        caption="Articoli del blog"
        columns={columns}
        of={articles}
        rowId={({ id }) => id}
        address={address}
        empty={
          isFiltered ? (
            'Nessun articolo corrisponde alla ricerca'
          ) : (
            <Empty action={newArticle}>Nessun articolo: scrivi il primo.</Empty>
          )
        }
        bulk={{
          command: ChangeArticles,
          filter,
          nouns: articleNouns,
          nameOf: ({ title }) => title,
          acts: (chosen) => <ArticleActs chosen={chosen} />,
        }}
      />
      {deleting && (
        <DeleteConfirm
          command={DeleteArticle}
          id={deleting.id}
          title={`Eliminare l’articolo «${deleting.title}»?`}
          done="Articolo eliminato"
          failed="Impossibile eliminare l’articolo"
          renews={[ListArticles.http, ListCategories.http]}
          onClose={() => setDeleting(null)}
        >
          {deleting.isPublished
            ? 'I visitatori non lo troveranno più, e i motori di ricerca sapranno che non c’è.'
            : 'Il testo andrà perso.'}
        </DeleteConfirm>
      )}
    </>
  )
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
