// The members one has blocked, each with the way to unblock.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { MemberCard } from '#contract/members';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $blocked, createUnblock } from '#stores/safety';
import { $siteSettings } from '#stores/site-settings';
import { Avatar } from '#ui/Avatar';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { Loaded } from './Loaded.tsx';

const load = (): void => void $blocked.reload();

export function BlockedSection() {
  const shown = useStore($blocked);
  useEffect(load, []);
  return (
    <>
      <Loaded shown={shown} parts={['line']} onRetry={load}>
        {({ profiles }) =>
          profiles.length === 0 ? (
            <p>{t('safety:blocked_empty')}</p>
          ) : (
            <div className="stack">
              <p className="muted">{t('safety:blocked_text')}</p>
              <ul className="setting-rows">
                {profiles.map((card) => (
                  <BlockedMember key={card.id} card={card} />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      <p className="small">
        <a href={linkTo('pages-safety')}>{t('safety:advice')}</a>
      </p>
    </>
  );
}

function BlockedMember({ card: { id, name, age, main_image: image } }: { card: MemberCard }) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const [unblock] = useState(createUnblock);
  const state = useStore(unblock);
  return (
    <li>
      <Avatar address={image && prefix + image.match} />
      <span>
        <a href={linkTo('members-id', { id })}>{t('members:card', { name, age })}</a>
        {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
      </span>
      <Button kind="quiet" isBusy={state.state === 'sending'} onClick={() => void unblock.submit(id)}>
        <span>{t('safety:unblock')}</span>
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}
