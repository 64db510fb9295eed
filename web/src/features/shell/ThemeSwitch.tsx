import { chooseTheme, useTheme } from "@/lib/theme";
import { IconButton } from "@/ui/Button";
import { MoonIcon, SunIcon } from "@/ui/icons";

/** Both icons are in the page and the style sheet shows one, so that no theme flashes the other's. */
export function ThemeSwitch() {
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <IconButton label={`Use ${other} theme`} onClick={() => chooseTheme(other)}>
      <SunIcon size={20} className="hidden dark:block" />
      <MoonIcon size={20} className="dark:hidden" />
    </IconButton>
  );
}
