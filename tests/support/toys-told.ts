// The toy feature goes on: other tabs and the member's mailbox are told of a new toy.
import { before, both, type Edits, word, write } from './edits.ts';

export const EVENT: Edits = {
  'src/contract/events.ts': before(
    `  z.strictObject({ type: z.literal('like')`,
    `  z.strictObject({ type: z.literal('toy') }),\n`,
  ),
  'src/server/modules/<word>/index.ts': before(
    '      return { toys: [...TOYS, name] };',
    `      ctx.emit({ type: 'toy' }, { account: ctx.member().id });\n`,
  ),
  'src/stores/<word>.ts': both(before(`import { createResource }`, `import { onLive } from './live.ts';\n`), (text) =>
    text.replace(
      /onMount\(\$toys.*\n/,
      `onMount($toys, () => {
  void $toys.open();
  return onLive('toy', () => void $toys.reload());
});
`,
    ),
  ),
  'tests/stores/<word>.test.ts': both(
    before(`import { $toys }`, `import { dispatchLive } from '#stores/live';\n`),
    (text) =>
      text.replace(
        /\}\);\n$/,
        `  expect(traffic.calls).toHaveLength(1);
  dispatchLive({ type: 'toy' });
  expect(traffic.calls).toHaveLength(2);
  await Promise.all(traffic.running);
});
`,
      ),
  ),
};

export const MAIL: Edits = {
  'src/server/mail/compose.ts': before('} as const;', `  toy: ['toy'],\n`),
  'src/server/mail/<name>.ts': write(`// The mail that tells of a new toy.
import * as z from 'zod/mini';
import { jobKind } from '../queue.ts';
import { siteOfTenant } from '../services.ts';
import { composeMail } from './compose.ts';

export const toyMail = jobKind({
  name: 'toy_mail',
  data: z.strictObject({ tenant: z.int(), email: z.string(), toy: z.string() }),
  run: async (services, { tenant, email, toy }) => {
    await services.mailer.send(composeMail(siteOfTenant(services, tenant), 'en', email, 'toy', { toy }));
  },
});
`),
  'src/server/jobs.ts': both(
    before(`import { paidDelivery }`, `import { toyMail } from './mail/toys.ts';\n`),
    before(`  paidDelivery,\n`, '  toyMail,\n'),
  ),
  'locales/<language>/mail.json': both(word('toy_subject', 'New toy'), word('toy_text', 'New toy: {{toy}}.')),
  'tests/unit/mails.test.ts': before('};\n\n/** What every notification mail', `  toy: 'kite',\n`),
};
