// The line below the message field: the price, and either the credits left or the character count.
import { errorText, formatNumber, t } from '#lib/i18n';

/** The character count appears from this share of the limit on. */
const COUNTER_THRESHOLD = 0.8;

interface Props {
  errorId: string;
  used: number;
  limit: number;
  /** A letter has more combining marks than allowed. */
  hasTooManyMarks: boolean;
  price: string | null;
  /** The draft cannot be sent for lack of credits. */
  isDraftWaiting: boolean;
  credits: number | null;
  /** How many messages the signup credits of a free member pay for (requirement SG28); null for others. */
  freeMessages: number | null;
}

export function ComposerFoot(props: Props) {
  const { errorId, used, limit, hasTooManyMarks, price, isDraftWaiting, credits, freeMessages } = props;
  const over = used - limit;
  return (
    <div className="composer-price">
      <p>
        {price && (
          <>
            <span className="composer-aside">{t(isDraftWaiting ? 'chats:draft_kept' : 'chats:reading_free')} </span>
            <span>{t('chats:sending_costs')}</span> <b>{price}</b>
          </>
        )}
      </p>
      {hasTooManyMarks ? (
        <p className="is-over" id={errorId} role="status">
          {errorText('field_too_many_marks')}
        </p>
      ) : used >= limit * COUNTER_THRESHOLD ? (
        <p className={over > 0 ? 'is-over' : undefined} id={errorId} role={over > 0 ? 'status' : undefined}>
          {over > 0
            ? t('chats:too_long', { count: over })
            : t('chats:counter', { used: formatNumber(used), most: formatNumber(limit) })}
        </p>
      ) : (
        credits !== null && (
          <p>
            {freeMessages === null
              ? t('chats:left', { count: credits })
              : t('chats:free_messages', { count: freeMessages })}
          </p>
        )
      )}
    </div>
  );
}
