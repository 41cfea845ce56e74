import { useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import {
  FieldGroup,
  FieldRow,
  FormArea,
  FormCheck,
  FormNumber,
  FormSelect,
  FormText,
} from '../../kit/Form.tsx'
import { countOf } from '../../kit/format.ts'
import type { CompanyForm } from './ServiceFields.tsx'

const stars = [5, 4, 3, 2, 1].map((count) => [count, countOf(count, ['stella', 'stelle'])] as const)

export function ReviewFields({ form }: { form: CompanyForm }) {
  const testimonials = useFieldArray({ control: form.rhf.control, name: 'testimonials' })
  return (
    <FieldGroup title="Recensioni">
      <p className="text-ink-soft">
        La legge chiede di dire se e come le recensioni sono verificate: il voto appare solo con la sua fonte.
      </p>
      <FieldRow>
        <FormText form={form} name="ratingValue" inputMode="decimal" hint="Da 1 a 5" />
        <FormNumber form={form} name="ratingCount" />
        <FormText form={form} name="ratingSource" hint="Per esempio Google" />
      </FieldRow>
      <FormCheck
        form={form}
        name="areReviewsVerified"
        hint="Vengono da clienti che hanno davvero viaggiato, e l’azienda può dimostrarlo."
      />
      <ul className="grid gap-4">
        {testimonials.fields.map((field, index) => (
          <li key={field.id} className="grid gap-3 rounded-card border border-line p-4">
            <FormArea form={form} name={`testimonials.${index}.text`} label={`Testimonianza ${index + 1}`} />
            <FieldRow>
              <FormText form={form} name={`testimonials.${index}.name`} />
              <FormText form={form} name={`testimonials.${index}.source`} />
              <FormText form={form} name={`testimonials.${index}.date`} type="date" />
              <FormSelect
                form={form}
                name={`testimonials.${index}.stars`}
                none="Senza stelle"
                choices={stars}
              />
            </FieldRow>
            <div>
              <Button look="plain" onClick={() => testimonials.remove(index)}>
                Togli la testimonianza {index + 1}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button
          look="plain"
          onClick={() => testimonials.append({ name: '', text: '', source: '', date: '', stars: '' })}
        >
          Aggiungi testimonianza
        </Button>
      </div>
    </FieldGroup>
  )
}
