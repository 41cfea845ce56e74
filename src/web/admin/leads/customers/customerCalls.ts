import { ListCustomers, ReadLeadCustomer } from '../../../../modules/leads/customers/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'

/** Queries that a change of a customer makes outdated. `ListCustomers.http` also covers the query of one customer. */
export const customerAnswers = [ListCustomers.http, ReadLeadCustomer.http, 'GET /api/admin/email-messages']

export const customerPath = (id: number) => adminPath('clienti/:id/', { id })
