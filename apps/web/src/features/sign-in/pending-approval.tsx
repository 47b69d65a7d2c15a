import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle24Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import { Clock24Regular } from '@fluentui/react-icons/svg/clock';
import { useDocumentTitle } from '../../components/page/page';
import { SignedOutPage } from './signed-out-page';

const TITLE = 'Account Pending Approval';

const useStyles = makeStyles({
  steps: { display: 'grid', gap: tokens.spacingVerticalM, margin: 0, padding: 0, listStyleType: 'none' },
  step: { display: 'grid', gridTemplateColumns: 'auto 1fr', gap: tokens.spacingHorizontalM, alignItems: 'center' },
  done: { display: 'flex', color: tokens.colorStatusSuccessForeground1 },
  waiting: { display: 'flex', color: tokens.colorStatusWarningForeground1 },
  name: { fontWeight: tokens.fontWeightSemibold },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  next: { display: 'grid', gap: tokens.spacingVerticalXS, fontSize: tokens.fontSizeBase300 },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    letterSpacing: '0.08em',
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase400,
  },
  email: { overflowWrap: 'anywhere', color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
});

interface PendingApprovalProps {
  email: string;
  /** Admins see the same code beside the account. */
  approvalCode?: string | undefined;
  onBack: () => void;
}

export function PendingApproval({ email, approvalCode, onBack }: PendingApprovalProps) {
  const styles = useStyles();
  useDocumentTitle(TITLE);
  return (
    <SignedOutPage next title={TITLE} lead={<span className={styles.email}>{email}</span>}>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <span className={styles.done} aria-hidden>
            <CheckmarkCircle24Filled />
          </span>
          <span className={styles.name}>Account Created</span>
        </li>
        <li className={styles.step}>
          <span className={styles.waiting} aria-hidden>
            <Clock24Regular />
          </span>
          <span className={styles.name}>Awaiting Approval</span>
        </li>
      </ol>
      {approvalCode && (
        <div className={styles.next}>
          <h2 className={styles.heading}>Your approval code</h2>
          <span className={styles.code}>{approvalCode}</span>
          <span className={styles.muted}>
            The admin sees the same code. Read it out to them, so that they approve you and nobody who uses your email.
          </span>
        </div>
      )}
      <div className={styles.next}>
        <h2 className={styles.heading}>What happens next</h2>
        <ul className={styles.list}>
          <li>An admin reviews your account</li>
          <li>Approval takes 1-2 business days</li>
          <li>Then you log in normally</li>
        </ul>
      </div>
      <Button onClick={onBack}>Back to Login</Button>
      <span className={styles.muted}>Need access sooner? Contact an admin at your school.</span>
    </SignedOutPage>
  );
}
