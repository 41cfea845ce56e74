import { Link } from 'react-router'
import {
  type Category,
  DeleteCategory,
  ListCategories,
} from '../../../../modules/content/categories/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { cellLinkClass } from '../../kit/RowAction.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'

const columns: DataColumn<Category>[] = [
  {
    id: 'name',
    header: 'Nome',
    sort: 'name',
    cell: ({ id, name }) => <RowLink to={adminPath('blog/categorie/:id/', { id })}>{name}</RowLink>,
  },
  { id: 'slug', header: 'Slug', cell: ({ slug }) => slug },
  { id: 'description', header: 'Descrizione', cell: ({ description }) => description ?? '—' },
  {
    id: 'posts',
    header: 'Articoli',
    sort: 'postCount',
    align: 'right',
    cell: ({ name, postCount }) =>
      postCount > 0 ? (
        <Link
          to={adminPath('blog/', {}, { category: name })}
          className={`${cellLinkClass} md:justify-end`}
          aria-label={`${postCount} articoli in ${name}`}
        >
          {postCount}
        </Link>
      ) : (
        '0'
      ),
  },
  thingActions({
    path: 'blog/categorie/:id/',
    name: ({ name }) => name,
    deletion: {
      command: DeleteCategory,
      title: ({ name }) => `Eliminare la categoria «${name}»?`,
      text: () => 'Una categoria che contiene articoli non si può eliminare.',
      done: 'Categoria eliminata',
      failed: 'Impossibile eliminare la categoria',
      renews: [ListCategories.http],
    },
  }),
]

export default listScreen({
  title: 'Categorie',
  intro: 'I visitatori filtrano il blog per categoria.',
  create: { path: 'blog/categorie/nuova/', label: 'Nuova categoria' },
  caption: 'Categorie del blog',
  query: ListCategories,
  columns,
  search: 'Cerca per nome',
  empty: 'Nessuna categoria: aggiungi la prima',
  emptyFiltered: 'Nessuna categoria corrisponde alla ricerca',
})
