import type { CreateRoute } from '../../../../modules/catalog/routes/contract.ts'
import { FieldGroup, FieldRow } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'

const groups = [
  {
    title: 'Prezzi Economy (condiviso)',
    fields: [
      ['priceMin2Pax', 'Min 2 passeggeri', 'Euro a persona'],
      ['price3to4Pax', '3-4 passeggeri', 'Euro per il gruppo'],
      ['price5to7Pax', '5-7 passeggeri', 'Euro per il gruppo'],
    ],
  },
  {
    title: 'Prezzi Privato',
    fields: [
      ['price1to3Pax', 'Auto, fino a 3 passeggeri', 'Euro a veicolo'],
      ['price4to8Pax', 'Van, fino a 8 passeggeri', 'Euro a veicolo'],
    ],
  },
  {
    title: 'Prezzi Premium',
    fields: [
      ['pricePremium1to3Pax', 'Auto premium, fino a 3', 'Euro a veicolo'],
      ['pricePremium4to7Pax', 'Van premium, 4-7', 'Euro a veicolo'],
    ],
  },
] as const

export function RoutePriceFields({ form }: { form: ContractForm<typeof CreateRoute.input.static> }) {
  return groups.map(({ title, fields }) => (
    <FieldGroup key={title} title={title}>
      <FieldRow>
        {fields.map(([name, label, hint]) => (
          <FormDecimal
            key={name}
            form={form}
            name={name}
            as="money"
            label={label}
            hint={`${hint}; vuoto: Su richiesta`}
          />
        ))}
      </FieldRow>
    </FieldGroup>
  ))
}
