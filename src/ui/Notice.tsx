// A permanent notice in the page: information, warning or error.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

type Tone = 'attention' | 'warning' | 'danger' | 'success' | 'fictional';
const icons: Readonly<Record<Tone, IconName>> = {
  attention: 'info',
  warning: 'alert',
  danger: 'alert',
  success: 'check',
  fictional: 'masks',
};

interface Props {
  children: ReactNode;
  tone?: Tone;
}

export function Notice({ children, tone = 'attention' }: Props) {
  const className = `notice${tone === 'danger' || tone === 'success' ? ` notice-${tone}` : ''}`;
  return (
    <div className={className} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}
