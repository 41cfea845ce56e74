import { metaDescriptionHint, metaTitleHint } from '../../../../modules/content/blog/contract.ts'
import { FieldGroup, FormArea, FormText } from '../../kit/Form.tsx'
import { Meter, SearchPreview } from './SearchPreview.tsx'
import type { ArticleParts } from './useArticleDraft.ts'

export function ArticleSearch({
  form,
  values,
}: Pick<ArticleParts, 'form'> & Pick<ArticleParts['shared'], 'values'>) {
  return (
    <FieldGroup title="Motori di ricerca">
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <div>
            <FormText form={form} name="metaTitle" hint="Vuoto: vale il titolo." />
            <Meter
              label="Titolo"
              length={(values.metaTitle || values.title || '').length}
              max={metaTitleHint}
            />
          </div>
          <div>
            <FormArea form={form} name="metaDescription" rows={3} hint="Vuota: vale il riassunto." />
            <Meter
              label="Descrizione"
              length={(values.metaDescription || values.summary || '').length}
              max={metaDescriptionHint}
            />
          </div>
        </div>
        <SearchPreview
          slug={values.slug ?? ''}
          title={values.metaTitle || values.title || ''}
          description={values.metaDescription || values.summary || ''}
        />
      </div>
    </FieldGroup>
  )
}
