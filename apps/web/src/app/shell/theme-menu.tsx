import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Desktop20Regular } from '@fluentui/react-icons/svg/desktop';
import { WeatherMoon20Regular } from '@fluentui/react-icons/svg/weather-moon';
import { WeatherSunny20Regular } from '@fluentui/react-icons/svg/weather-sunny';
import { tooltip } from '../../components/tooltip/tooltip';
import { useTheme } from '../theme/theme';
import { themeChoices } from '../theme/theme-choice';
import { menuProps } from '../../components/lists/menu-props';

const looks = {
  light: { text: 'Light', icon: <WeatherSunny20Regular /> },
  dark: { text: 'Dark', icon: <WeatherMoon20Regular /> },
  system: { text: 'System', icon: <Desktop20Regular /> },
} as const;

export function ThemeMenu() {
  const { choice, shown, choose } = useTheme();
  return (
    <Menu
      inline
      {...menuProps}
      checkedValues={{ theme: [choice] }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const next = themeChoices.find((candidate) => candidate === checkedItems[0]);
        if (next) choose(next);
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={looks[shown].icon} aria-label="Theme" {...tooltip('Theme')} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {themeChoices.map((value) => (
            <MenuItemRadio key={value} name="theme" value={value} icon={looks[value].icon}>
              {looks[value].text}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
