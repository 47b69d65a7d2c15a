import { Button, Link } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { Key32Regular } from '@fluentui/react-icons/svg/key';
import type { ApiToken } from '@repairline/contracts/identity/views';
import { useState } from 'react';
import { useApiTokensQuery } from './profile-api';
import { Panel } from '../../components/page/panel';
import { RelativeTime } from '../../components/time/relative-time';
import { useDistrictZone } from '../../components/time/district-zone';
import { dayText } from '../../components/time/moment-text';
import { useDerivedFromNow } from '../../components/time/use-now';
import { SkeletonBar } from '../../components/page/skeleton';
import { EmptyState, ErrorState } from '../../components/page/states';
import { VisuallyHidden } from '../../components/text/visually-hidden';
import { CreateTokenDialog } from './create-token-dialog';
import { usePanelStyles } from './panel-styles';
import { RevokeTokenDialog } from './revoke-token-dialog';

/** Scripts and other tabs change the list without a notice. */
const FRESH = { refetchOnFocus: true, refetchOnMountOrArgChange: true } as const;

/** Personal API tokens for scripts. */
export function ApiTokens() {
  const styles = usePanelStyles();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  return (
    <Panel className={styles.panel} aria-label="API tokens">
      <div className={styles.head}>
        <h2 className={styles.title}>API tokens</h2>
        <Button icon={<Add20Regular />} onClick={() => setCreating(true)}>
          New token
        </Button>
      </div>
      <p className={styles.text}>
        A script with a token acts in your name, with your rights, until the token expires. See{' '}
        {/* Leaving the page would lose text typed into it. */}
        <Link inline href="/api/docs" target="_blank" rel="noopener">
          what it can call<VisuallyHidden> (opens a new tab)</VisuallyHidden>
        </Link>
        .
      </p>
      <TokenList onRevoke={setRevoking} />
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeTokenDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </Panel>
  );
}

function TokenList({ onRevoke }: { onRevoke: (token: ApiToken) => void }) {
  const styles = usePanelStyles();
  const { data, error, refetch } = useApiTokensQuery(undefined, FRESH);
  if (error && !data) return <ErrorState title="Failed to fetch tokens" error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={styles.row}>
        <SkeletonBar width="60%" />
      </div>
    );
  if (data.length === 0)
    return (
      <EmptyState title="You have no tokens" icon={<Key32Regular />}>
        Create one for a script that uses Repairline.
      </EmptyState>
    );
  return (
    <ul className={styles.list} aria-label="Your tokens">
      {data.map((token) => (
        <li key={token.id} className={styles.row}>
          <div className={styles.about}>
            <div className={styles.name}>{token.name}</div>
            <div className={styles.times}>
              Created <RelativeTime at={token.createdAt} /> ·{' '}
              {token.lastUsedAt ? (
                <>
                  Last used <RelativeTime at={token.lastUsedAt} />
                </>
              ) : (
                'Never used'
              )}{' '}
              · <Expiry at={token.expiresAt} />
            </div>
          </div>
          <Button size="small" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Expiry({ at }: { at: string }) {
  const day = dayText(new Date(at), useDistrictZone());
  const isOver = useDerivedFromNow((now) => String(Date.parse(at) <= now)) === 'true';
  return isOver ? `Expired ${day}` : `Expires ${day}`;
}
