// The invitation below the search for visitors: an explanation, and links to signup and login.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $results } from '#stores/search';
import { mayJoin } from '#stores/visitor';
import { Button } from '#ui/Button';

const HEADING = 'invitation';

export function VisitorInvitation() {
  const isInvited = mayJoin();
  // The empty state already has a primary button.
  const first = useStore($results).state === 'empty' ? 'line' : 'primary';
  return (
    <section className="invitation" aria-labelledby={HEADING}>
      <h2 id={HEADING}>{t('members:visitor_heading')}</h2>
      <p>{t('members:visitor_text')}</p>
      <div className="invitation-ways">
        {isInvited && (
          <Button kind={first} href={linkTo('signup')}>
            {t('shell:title_signup')}
          </Button>
        )}
        <Button kind={isInvited ? 'quiet' : first} href={linkTo('login')}>
          {t('shell:login')}
        </Button>
      </div>
    </section>
  );
}
