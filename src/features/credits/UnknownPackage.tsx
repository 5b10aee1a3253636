// An order of a package that is not for sale any more.
import type { ReactNode } from 'react';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { packagesAddress } from './addresses.ts';

export function UnknownPackage({ partner, children }: { partner: string | null; children: ReactNode }) {
  return (
    <EmptyState
      heading={t('credits:unknown_heading')}
      text={t('credits:unknown_text')}
      isPage
      action={
        <Button kind="primary" href={packagesAddress(partner)}>
          {t('credits:to_packages')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
