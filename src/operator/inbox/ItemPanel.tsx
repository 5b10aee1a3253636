// The thing that is being decided: what it is, and the ways to decide it.
import { type ComponentType, useEffect, useRef } from 'react';
import type { Staff } from '#contract/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { momentText } from '../codes.ts';
import { KeyHint } from '../KeyHint.tsx';
import { AppealPanel } from './AppealPanel.tsx';
import { ContactPanel } from './ContactPanel.tsx';
import { type Item, type Kind, mayDecide } from './kinds.ts';
import { ComplaintPanel, ParkedPanel } from './MatterPanel.tsx';
import { PhotoPanel } from './PhotoPanel.tsx';
import { SelfiePanel } from './SelfiePanel.tsx';
import { ReportPanel } from './ReportPanel.tsx';

export interface PanelProps {
  readonly item: Item;
  readonly mayDecide: boolean;
  readonly hasKeys: boolean;
  /** `said` is told in the page. */
  readonly onDecided: (said: string) => void;
}

const PANELS: Readonly<Record<Kind, ComponentType<PanelProps>>> = {
  photo: PhotoPanel,
  selfie: SelfiePanel,
  report: ReportPanel,
  contact: ContactPanel,
  appeal: AppealPanel,
  complaint: ComplaintPanel,
  parked: ParkedPanel,
};

interface Props {
  staff: Staff;
  item: Item;
  place: string;
  hasKeys: boolean;
  isFocused: boolean;
  onNext: () => void;
  onPrevious: () => void;
  onDecided: (said: string) => void;
}

export function ItemPanel({ staff, item, place, hasKeys, isFocused, onNext, onPrevious, onDecided }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  const Panel = PANELS[item.kind];
  return (
    <section className="console-item" aria-labelledby="item">
      <div className="console-item-head">
        <h2 id="item" ref={heading} tabIndex={-1}>
          {t('console:item', { kind: t(`console:kind_${item.kind}`), brand: item.brand })}
        </h2>
        <p className="note">
          {place} · {momentText(item.at)}
        </p>
        <Button kind="line" icon="left" onClick={onPrevious}>
          <span>{t('console:previous')}</span> <KeyHint name="k" />
        </Button>
        <Button kind="line" icon="right" onClick={onNext}>
          <span>{t('console:next')}</span> <KeyHint name="j" />
        </Button>
      </div>
      <Panel {...{ item, hasKeys, onDecided, mayDecide: mayDecide(item.kind, staff.role) }} />
    </section>
  );
}
