import { Button } from '@fluentui/react-components';
import type { OpenSignIn } from '@repairline/contracts/identity/views';
import { useEndSignInsMutation, useSignInsQuery } from './profile-api';
import { Panel } from '../../components/page/panel';
import { SkeletonBar } from '../../components/page/skeleton';
import { ErrorState } from '../../components/page/states';
import { RelativeTime } from '../../components/time/relative-time';
import { useToast } from '../../components/toasts/use-toast';
import { usePanelStyles } from './panel-styles';

/** Other browsers change the list without a notice. */
const FRESH = { refetchOnFocus: true, refetchOnMountOrArgChange: true } as const;

/** Where this person is signed in. */
export function SignIns() {
  const styles = usePanelStyles();
  const { data, error, refetch } = useSignInsQuery(undefined, FRESH);
  const [end, { isLoading }] = useEndSignInsMutation();
  const { toast, failed } = useToast();
  const endThese = async (id?: string) => {
    try {
      await end(id).unwrap();
      toast(id ? 'Signed out there' : 'Signed out everywhere else');
    } catch (thrown) {
      failed(thrown, 'Failed to end the sign-in');
    }
  };
  return (
    <Panel className={styles.panel} aria-label="Signed in on">
      <div className={styles.head}>
        <h2 className={styles.title}>Signed in on</h2>
        {data && data.length > 1 && (
          <Button disabledFocusable={isLoading} onClick={() => void endThese()}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      <p className={styles.text}>End what you do not recognize, and change your password.</p>
      {error && !data ? (
        <ErrorState title="Failed to fetch sign-ins" error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles.list} aria-label="Your sign-ins">
          {data ? (
            data.map((each) => (
              <SignInRow key={each.id} signIn={each} blocked={isLoading} onEnd={() => void endThese(each.id)} />
            ))
          ) : (
            <li className={styles.row}>
              <SkeletonBar width="60%" />
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

function SignInRow({ signIn, blocked, onEnd }: { signIn: OpenSignIn; blocked: boolean; onEnd: () => void }) {
  const styles = usePanelStyles();
  const browser = signIn.browser || 'Unknown browser';
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <div className={styles.name}>{browser}</div>
        <div className={styles.times}>
          {signIn.current ? (
            'This browser'
          ) : (
            <>
              Last used <RelativeTime at={signIn.lastSeenAt} />
            </>
          )}{' '}
          · Signed in <RelativeTime at={signIn.createdAt} />
        </div>
      </div>
      {!signIn.current && (
        <Button
          className={styles.action}
          size="small"
          aria-label={`Sign out ${browser}`}
          disabledFocusable={blocked}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
