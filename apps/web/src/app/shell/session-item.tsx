import { makeStyles, MenuDivider, MenuItem, tokens } from '@fluentui/react-components';
import { PlayCircle20Regular } from '@fluentui/react-icons/svg/play-circle';
import { RecordStop20Regular } from '@fluentui/react-icons/svg/record-stop';
import { Timer20Regular } from '@fluentui/react-icons/svg/timer';
import { useDistrictZone } from '../../components/time/district-zone';
import { startOfSession } from '../../components/time/moment-text';
import type { WorkSessionControl } from '../../features/work-session/use-work-session';

const useStyles = makeStyles({
  banner: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: tokens.spacingHorizontalS,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    marginBottom: tokens.spacingVerticalXS,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorPaletteGreenBackground2,
    color: tokens.colorPaletteGreenForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  title: { fontWeight: tokens.fontWeightSemibold },
  since: { gridColumn: 2 },
  divider: { margin: `${tokens.spacingVerticalXS} 0` },
});

/** Ends at the menu's frame; the library's own reaches beyond it, where the menu would scroll sideways. */
export function Divider() {
  return <MenuDivider className={useStyles().divider} />;
}

/** Above the items of the user menu: says that a session is running, and since when. */
export function SessionBanner({ startTime }: { startTime: string }) {
  const styles = useStyles();
  const timeZone = useDistrictZone();
  return (
    <div className={styles.banner} role="group" aria-label="Active session">
      <Timer20Regular aria-hidden />
      <span className={styles.title}>Active session</span>
      <span className={styles.since}>
        Started <time dateTime={startTime}>{startOfSession(startTime, timeZone)}</time>
      </span>
    </div>
  );
}

export function SessionItem({ control }: { control: WorkSessionControl }) {
  const { session, pending, start, end } = control;
  return (
    <>
      {session ? (
        <MenuItem icon={<RecordStop20Regular />} disabled={pending} onClick={() => void end()}>
          End work session
        </MenuItem>
      ) : (
        <MenuItem icon={<PlayCircle20Regular />} disabled={pending} onClick={() => void start()}>
          Start work session
        </MenuItem>
      )}
      <Divider />
    </>
  );
}
