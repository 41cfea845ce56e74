import { ChangeArticles } from '../../../../modules/content/blog/bulk.contract.ts'
import { ListArticles } from '../../../../modules/content/blog/contract.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { ListActs } from '../../kit/ListActs.tsx'
import type { Chosen } from '../../kit/useSelection.ts'

export const articleNouns = ['articolo', 'articoli'] as const

export function ArticleActs({ chosen }: { chosen: Chosen }) {
  const categories = useQueryCall(ListCategories, { page: 1, limit: 100 })
  const names = (categories.data?.items ?? []).map(({ name }) => [name, name] as const)
  return (
    <ListActs
      command={ChangeArticles}
      chosen={chosen}
      nouns={articleNouns}
      renews={[ListArticles.http, ListCategories.http]}
      acts={{
        publish: 'Pubblica',
        unpublish: 'Ritira',
        category: {
          label: 'Cambia categoria',
          field: { name: 'category', label: 'Nuova categoria', options: [['', 'nessuna'], ...names] },
        },
        delete: 'Elimina',
      }}
    />
  )
}
