import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { Key32Regular } from '@fluentui/react-icons/svg/key';
import type { ApiToken } from '@repairline/contracts/identity/views';
import { useState } from 'react';
import { useApiTokensQuery } from '../../api/api-tokens';
import { Panel } from '../../components/panel';
import { RelativeTime } from '../../components/time/relative-time';
import { SkeletonBar } from '../../components/skeleton';
import { EmptyState, ErrorState } from '../../components/states';
import { VisuallyHidden } from '../../components/visually-hidden';
import { CreateTokenDialog } from './create-token-dialog';
import { RevokeTokenDialog } from './revoke-token-dialog';

const useStyles = makeStyles({
  panel: {
    maxWidth: '560px',
    padding: tokens.spacingHorizontalXXL,
    '@media (max-width: 767px)': { padding: tokens.spacingHorizontalL },
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { color: tokens.colorNeutralForeground3 },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} 0`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  about: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  times: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Scripts and other tabs change the list without a notice. */
const FRESH = { refetchOnFocus: true, refetchOnMountOrArgChange: true } as const;

/** Personal API tokens for scripts. */
export function ApiTokens() {
  const styles = useStyles();
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
        A script with a token acts in your name, with your rights. See{' '}
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
  const styles = useStyles();
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
              )}
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
