import { type Static, Type } from '@sinclair/typebox'
import { Moment, Nullable, phoneLinkFields } from '../../../kernel/field.ts'
import { Photo } from '../../content/photos/contract.ts'

/** Driver, vehicle and pick-up of one direction of a lead, as the customer sees them. */
export const DriverCard = Type.Object({
  pickupAt: Moment,
  name: Type.String(),
  /** Phone number of the driver, in international format if it can be read. */
  phone: Type.String(),
  call: phoneLinkFields.call,
  plate: Type.String(),
  /** Everything that the customer needs to know, in words. */
  rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  /** Photo of the meeting point. */
  photo: Nullable(Photo),
})
export type DriverCard = Static<typeof DriverCard>
