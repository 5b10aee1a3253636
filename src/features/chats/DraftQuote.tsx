// The message that the draft answers, above the field, with the button that leaves it out.
import type { Quote } from '#contract/chats';
import { t } from '#lib/i18n';
import { answer } from '#stores/outbox';
import { Icon } from '#ui/Icon';
import { QuotedMessage } from './QuotedMessage.tsx';
import { focusField } from './respond.ts';

export function DraftQuote({ quote, name }: { quote: Quote; name: string }) {
  const drop = (): void => {
    answer(null);
    focusField();
  };
  return (
    <div className="draft-quote">
      <QuotedMessage {...{ quote, name }} />
      <button className="round" type="button" aria-label={t('chats:quote_drop')} onClick={drop}>
        <Icon name="close" />
      </button>
    </div>
  );
}
