import { useState } from 'react'
import { slugOf } from '../../../../kernel/slug.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FieldRow, FormArea, FormSelect, FormText } from '../../kit/Form.tsx'
import { Publication } from './ArticleNotes.tsx'
import { ArticlePicture } from './ArticlePicture.tsx'
import { ArticleSearch } from './ArticleSearch.tsx'
import { MarkdownField } from './MarkdownField.tsx'
import type { ArticleParts } from './useArticleDraft.ts'

export function ArticleFields({ form, row: article, shared: { values } }: ArticleParts) {
  const { rhf } = form
  const categories = useQueryCall(ListCategories, { page: 1, limit: 100 })
  // Until staff edit the slug, the form derives the slug from the title.
  const [isOwnSlug, setOwnSlug] = useState(article !== null)
  const { state } = article ?? { state: 'bozza' as const }
  const names = (categories.data?.items ?? []).map(({ name }) => name)
  const category = values.category || ''
  const choices = category && !names.includes(category) ? [...names, category] : names
  const change = { shouldDirty: true, shouldValidate: rhf.formState.isSubmitted }
  return (
    <>
      {article && <Publication article={article} />}
      <FieldRow>
        <FormText
          form={form}
          name="title"
          onInput={({ currentTarget }) => {
            if (!isOwnSlug) rhf.setValue('slug', slugOf(currentTarget.value), change)
          }}
        />
        <FormText
          form={form}
          name="slug"
          hint={
            state === 'pubblicato'
              ? 'Se lo cambi, il vecchio indirizzo porta al nuovo.'
              : 'La parte finale dell’indirizzo: minuscole e trattini.'
          }
          autoCapitalize="none"
          onInput={() => setOwnSlug(true)}
        />
      </FieldRow>
      <FieldRow>
        <FormSelect
          form={form}
          name="category"
          none="Nessuna"
          choices={choices.map((name) => [name, name] as const)}
        />
        <FormArea form={form} name="summary" rows={2} />
      </FieldRow>
      <MarkdownField
        label="Contenuto"
        value={values.content ?? ''}
        error={rhf.formState.errors.content?.message?.toString()}
        onChange={(text) => rhf.setValue('content', text, change)}
        onBlur={() => void (rhf.formState.isSubmitted && rhf.trigger('content'))}
      />
      <ArticlePicture form={form} values={values} />
      <ArticleSearch form={form} values={values} />
    </>
  )
}
