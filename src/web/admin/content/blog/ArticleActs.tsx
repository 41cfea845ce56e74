import { ChangeArticles } from '../../../../modules/content/blog/bulk.contract.ts'
import { ListArticles } from '../../../../modules/content/blog/contract.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { ActChoice, actFieldClass } from '../../kit/ActChoice.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { useBulkAct } from '../../kit/useBulkAct.tsx'
import type { Chosen } from '../../kit/useSelection.ts'

export const articleNouns = ['articolo', 'articoli'] as const

const acts = {
  publish: 'Pubblica',
  unpublish: 'Ritira',
  category: 'Cambia categoria',
  delete: 'Elimina',
}

export function ArticleActs({ chosen }: { chosen: Chosen }) {
  const categories = useQueryCall(ListCategories, { page: 1, limit: 100 })
  const { ask, dialog } = useBulkAct({
    command: ChangeArticles,
    chosen,
    nouns: articleNouns,
    renews: [ListArticles.http, ListCategories.http],
  })
  return (
    <>
      <ActChoice
        acts={acts}
        onApply={(act, label, form) =>
          ask({
            label,
            input: { act, ...(act === 'category' ? { category: String(form.get('category')) } : {}) },
          })
        }
      >
        {(act) =>
          act === 'category' && (
            <select name="category" aria-label="Nuova categoria" className={actFieldClass}>
              <option value="">nessuna</option>
              {(categories.data?.items ?? []).map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )
        }
      </ActChoice>
      {dialog}
    </>
  )
}
