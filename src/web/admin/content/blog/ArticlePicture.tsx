import { FieldGroup, FieldRow, FormText } from '../../kit/Form.tsx'
import { PictureField } from '../pictures/PictureField.tsx'
import type { ArticleParts } from './useArticleDraft.ts'

export function ArticlePicture({
  form,
  values,
}: Pick<ArticleParts, 'form'> & Pick<ArticleParts['shared'], 'values'>) {
  const { rhf } = form
  const picture = values.featuredImage ?? ''
  const change = { shouldDirty: true, shouldValidate: rhf.formState.isSubmitted }
  return (
    <FieldGroup title="Immagine dell’articolo">
      <PictureField
        value={picture}
        onChange={(path) => {
          rhf.setValue('featuredImage', path, change)
          // Clears the alternative text, because it described the previous picture.
          if (path !== picture) rhf.setValue('imageAlt', '', change)
        }}
      />
      <FieldRow>
        <FormText
          form={form}
          name="featuredImage"
          hint="Di questo sito; l’indirizzo di una tratta ne mostra la mappa."
        />
        {picture && (
          <FormText
            form={form}
            name="imageAlt"
            hint={
              values.imageAlt
                ? 'Lo ascolta chi non vede l’immagine.'
                : 'Manca: di’ in poche parole che cosa si vede, per chi non vede l’immagine.'
            }
          />
        )}
      </FieldRow>
    </FieldGroup>
  )
}
