// The parameters that the release of Stripe's API has which the code speaks, as the types of the package stripe@23.1.0 list them.
import type { Form } from './stripe-state.ts';

/** The release that stripe@23.1.0 is made for. */
export const RELEASE = '2026-10-28.endive';

const LIST = 'ending_before expand limit starting_after';
const INTENT_DATA =
  'application_fee_amount capture_method description metadata on_behalf_of receipt_email setup_future_usage shipping statement_descriptor statement_descriptor_suffix transfer_data transfer_group';

/** By verb and resource, an id written as *; with [] for the parameters within one. */
const PARAMS: Readonly<Partial<Record<string, string>>> = {
  'POST checkout/sessions':
    'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection branding_settings cancel_url client_reference_id consent_collection currency custom_fields custom_text customer customer_account customer_creation customer_email customer_update discounts excluded_payment_method_types expand expires_at integration_identifier invoice_creation line_items locale managed_payments metadata mode name_collection optional_items origin_context payment_intent_data payment_method_collection payment_method_configuration payment_method_data payment_method_options permissions phone_number_collection redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection shipping_options submit_type subscription_data success_url tax_id_collection ui_mode wallet_options',
  'POST checkout/sessions payment_intent_data': INTENT_DATA,
  'POST checkout/sessions adaptive_pricing': 'enabled',
  'POST checkout/sessions/*': 'collected_information expand line_items metadata payment_intent_data shipping_options',
  'POST checkout/sessions/*/expire': 'expand',
  'GET checkout/sessions': `created customer customer_account customer_details payment_intent payment_link status subscription ${LIST}`,
  'GET checkout/sessions/*': 'expand',
  'POST payment_intents':
    'amount currency allowed_payment_method_types amount_details application_fee_amount automatic_payment_methods capture_method confirm confirmation_method confirmation_token customer customer_account description error_on_requires_action excluded_payment_method_types expand hooks mandate mandate_data metadata off_session on_behalf_of payment_details payment_method payment_method_configuration payment_method_data payment_method_options radar_options receipt_email return_url setup_future_usage shipping statement_descriptor statement_descriptor_suffix transfer_data transfer_group use_stripe_sdk',
  'GET payment_intents': `created customer customer_account ${LIST}`,
  'GET payment_intents/*': 'client_secret expand',
  'POST payment_intents/*/cancel': 'cancellation_reason expand',
  'POST refunds':
    'amount charge currency customer expand instructions_email metadata origin payment_intent reason refund_application_fee reverse_transfer',
  'GET refunds': `charge created payment_intent ${LIST}`,
  'GET disputes': `charge created payment_intent ${LIST}`,
  'GET payment_method_configurations': `active application ${LIST}`,
  'DELETE customers/*': '',
  'GET account': 'expand',
};

const hasParam = (list: string | undefined, name: string): boolean => list?.split(' ').includes(name) ?? true;

/** The first parameter that a call does not have; null when it has all. */
export function unknownParam(verb: string, parts: readonly string[], form: Form): string | null {
  const [resource, ...more] = parts[0] === 'checkout' ? [`checkout/${parts[1]}`, ...parts.slice(2)] : parts;
  const call = `${verb} ${[resource, ...more.map((part, at) => (at === 0 ? '*' : part))].join('/')}`;
  for (const sent of Object.keys(form)) {
    const [name = '', inner = ''] = sent.replaceAll(']', '').split('[');
    if (!hasParam(PARAMS[call] ?? '', name)) return name;
    if (!hasParam(PARAMS[`${call} ${name}`], inner)) return `${name}[${inner}]`;
  }
  return null;
}
