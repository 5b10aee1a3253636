// A selfie that waits, beside the main photo that it is to prove: verified with one key, refused with a reason.
import type { StaffOutput } from '#contract/staff';
import type { SelfieReason } from '#contract/selfies';
import { t } from '#lib/i18n';
import { ask, useAsked } from '../asked.ts';
import { codeText, dayText } from '../codes.ts';
import { ConsoleLink } from '../ConsoleLink.tsx';
import { Details } from '../Details.tsx';
import { selfieReasonField } from '../form-field.ts';
import { Loaded } from '../Loaded.tsx';
import { pathTo } from '../route.ts';
import { Decide, type Way } from './Decide.tsx';
import { type Item, keyOf } from './kinds.ts';
import type { PanelProps } from './ItemPanel.tsx';

type Selfie = StaffOutput<'selfies.show'>['selfie'];

export function SelfiePanel({ item, mayDecide, hasKeys, onDecided }: PanelProps) {
  const { brand, id } = item;
  const [asked, reload] = useAsked('selfies.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ selfie }) => (
        <>
          <div className="console-pair">
            <Shown picture={selfie.picture} alt={t('console:selfie_of', { name: selfie.name })} />
            {selfie.photo && (
              <Shown picture={selfie.photo.picture} alt={t('console:main_photo_of', { name: selfie.name })} />
            )}
          </div>
          <SelfieDetails brand={brand} selfie={selfie} />
          {selfie.photo === null && <p>{t('console:no_main_photo')}</p>}
          {mayDecide && selfie.photo && (
            <Decide {...{ about: keyOf(item), ways: waysOf(item, selfie.photo.id), hasKeys, onDecided }} />
          )}
        </>
      )}
    </Loaded>
  );
}

const Shown = ({ picture, alt }: { picture: string | null; alt: string }) =>
  picture === null ? (
    <p>{t('console:photo_gone')}</p>
  ) : (
    <figure>
      <img src={picture} alt={alt} />
      <figcaption className="note">{alt}</figcaption>
    </figure>
  );

const SelfieDetails = ({ brand, selfie }: { brand: string; selfie: Selfie }) => (
  <Details
    details={[
      [t('console:member'), <ConsoleLink to={pathTo('members', brand, selfie.member)}>{selfie.name}</ConsoleLink>],
      [t('console:born'), dayText(selfie.birth_date)],
      [t('console:gesture'), codeText(selfie.gesture)],
      [t('console:verified'), t(selfie.verified ? 'console:yes' : 'console:no')],
    ]}
  />
);

const waysOf = ({ brand, id }: Item, photo: string): readonly Way[] => [
  {
    ...{ key: 'a', label: t('console:selfie_approve'), said: t('console:selfie_approved'), isPrimary: true },
    fields: () => [],
    send: () => ask('selfies.decide', { brand, id, photo, verdict: { action: 'approve' } }),
  },
  {
    ...{ key: 'r', label: t('console:selfie_reject'), said: t('console:selfie_rejected') },
    fields: () => [selfieReasonField()],
    send: ({ selfie_reason }) =>
      ask('selfies.decide', { brand, id, photo, verdict: { action: 'reject', reason: selfie_reason as SelfieReason } }),
  },
];
