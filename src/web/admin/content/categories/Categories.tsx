import { useState } from 'react'
import { Link } from 'react-router'
import {
  type Category,
  DeleteCategory,
  ListCategories,
} from '../../../../modules/content/categories/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { cellLinkClass } from '../../kit/RowAction.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function Categories() {
  const address = useListAddress()
  const categories = useQueryCall(ListCategories, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<Category | null>(null)
  const columns: DataColumn<Category>[] = [
    {
      id: 'name',
      header: 'Nome',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to={adminPath('blog/categorie/:id/', { id })} className="font-medium text-sea-deep underline">
          {name}
        </Link>
      ),
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
    actionsColumn((category) => (
      <ThingActions
        to={adminPath('blog/categorie/:id/', { id: category.id })}
        name={category.name}
        deletion={DeleteCategory}
        onDelete={() => setDeleting(category)}
      />
    )),
  ]

  return (
    <>
      <Title
        intro="I visitatori filtrano il blog per categoria."
        actions={
          <Link to={adminPath('blog/categorie/nuova/')} className={buttonClass('sea')}>
            Nuova categoria
          </Link>
        }
      >
        Categorie
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per nome" address={address} />
      </FilterBar>
      <DataTable
        caption="Categorie del blog"
        columns={columns}
        of={categories}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessuna categoria corrisponde alla ricerca'
            : 'Nessuna categoria: aggiungi la prima'
        }
      />
      {deleting && (
        <DeleteConfirm
          command={DeleteCategory}
          id={deleting.id}
          title={`Eliminare la categoria «${deleting.name}»?`}
          done="Categoria eliminata"
          failed="Impossibile eliminare la categoria"
          renews={[ListCategories.http]}
          onClose={() => setDeleting(null)}
        >
          Una categoria che contiene articoli non si può eliminare.
        </DeleteConfirm>
      )}
    </>
  )
}
