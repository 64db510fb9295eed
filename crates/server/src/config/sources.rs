//! Where settings come from: a flag, else the environment, else a file, else the built-in default.
//!
//! **Invariant:** clap's definitions alone say which settings exist and which values they take. The
//! file's values become the defaults of the flags of the same names, so the same rules parse them.

use std::{
    collections::BTreeMap,
    env,
    error::Error as _,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use clap::{
    Arg, ArgMatches, Command, Error,
    builder::Resettable,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use toml::Value;

/// The beginning of the names of Mitai's variables of the environment.
const PREFIX: &str = "MITAI_";
/// The flag that names the file.
const FILE: &str = "config";
/// The command that has every setting.
const SERVE: &str = "serve";

/// The sources of all settings: command line, environment and file.
pub(crate) struct ConfigSources {
    command: Command,
    file: Option<PathBuf>,
    /// The values of the file, as their flags take them, by the settings' names.
    file_values: BTreeMap<String, String>,
}

impl ConfigSources {
    /// Reads the command line, and the file that it or the environment names. Says what clap says
    /// and ends the process where it asks for help or cannot be understood.
    ///
    /// # Errors
    /// Fails if the environment or the file is at fault, with a line for each fault.
    pub(crate) fn read(command: Command) -> anyhow::Result<(Self, ArgMatches)> {
        let matches = matches(&command)?;
        let file = matches.get_one::<PathBuf>(FILE).cloned();
        let file_values = match &file {
            Some(path) => read(path, &command)?,
            None => BTreeMap::new(),
        };
        let command = with_defaults(command, &file_values);
        let matches = command.clone().get_matches();
        let sources = Self {
            command,
            file,
            file_values,
        };
        Ok((sources, matches))
    }

    /// Returns a line for each setting: its value and where that comes from.
    pub(crate) fn report(&self, matches: &ArgMatches) -> Vec<String> {
        let line = |arg: &Arg| {
            let name = arg.get_long()?;
            let id = arg.get_id().as_str();
            let source = match matches.value_source(id) {
                Some(ValueSource::CommandLine) => format!("flag --{name}"),
                Some(ValueSource::EnvVariable) => variable(arg),
                Some(_) => match &self.file {
                    Some(path) if self.file_values.contains_key(name) => path.display().to_string(),
                    _ => "built in".into(),
                },
                None => "not set".into(),
            };
            let value = match matches.get_raw(id) {
                Some(_) if arg.is_hide_env_values_set() => "(secret)".into(),
                Some(mut values) => values.next().unwrap_or_default().to_string_lossy(),
                None => "".into(),
            };
            Some(format!("{name:<20} {source:<28} {value}").trim_end().into())
        };
        settings(&self.command).iter().filter_map(line).collect()
    }

    /// Returns the variables of the environment that look like settings and are none.
    pub(crate) fn unknown_variables(&self) -> Vec<String> {
        let settings = settings(&self.command);
        let unknown = |(name, _): (OsString, OsString)| {
            let name = name.into_string().ok()?;
            let key = name.strip_prefix(PREFIX)?.to_lowercase().replace('_', "-");
            let known = settings.iter().any(|arg| variable(arg) == name);
            if known || key == FILE {
                return None;
            }
            let meant = nearest(&self.command, &key);
            let meant = meant.and_then(|key| setting(&self.command, &key));
            let meant = meant.map(|arg| format!("; did you mean {}?", variable(&arg)));
            Some(format!(
                "{name} in the environment is no setting{}",
                meant.unwrap_or_default()
            ))
        };
        env::vars_os().filter_map(unknown).collect()
    }
}

/// Returns every setting: what a flag, the environment and a file can give.
pub(crate) fn settings(command: &Command) -> Vec<Arg> {
    let serve = command.find_subcommand(SERVE);
    let of_serve = serve.into_iter().flat_map(Command::get_arguments);
    of_serve
        .chain(command.get_arguments())
        .filter(|arg| arg.get_env().is_some() && arg.get_long().is_some_and(|name| name != FILE))
        .cloned()
        .collect()
}

fn setting(command: &Command, key: &str) -> Option<Arg> {
    let mut settings = settings(command).into_iter();
    settings.find(|arg| arg.get_long() == Some(key))
}

/// Returns the name of a setting's variable; empty if it has none.
pub(crate) fn variable(arg: &Arg) -> String {
    arg.get_env()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Understands the command line, and distinguishes a fault of the environment from one of the line.
fn matches(command: &Command) -> anyhow::Result<ArgMatches> {
    let error = match command.clone().try_get_matches() {
        Ok(matches) => return Ok(matches),
        Err(error) => error,
    };
    if without_environment(command.clone())
        .try_get_matches()
        .is_err()
    {
        error.exit();
    }
    let fault = |arg: &Arg| {
        let name = variable(arg);
        let value = env::var(&name).ok()?;
        let reason = refused(command, arg.get_long()?, &value)?;
        Some(format!("{name} in the environment: {reason}"))
    };
    let faults: Vec<_> = settings(command).iter().filter_map(fault).collect();
    if faults.is_empty() {
        error.exit();
    }
    bail!(faults.join("\nmitai: "))
}

/// Reads the settings of the file, by name and as their flags take them.
pub(super) fn read(path: &Path, command: &Command) -> anyhow::Result<BTreeMap<String, String>> {
    let shown = path.display();
    let text =
        fs::read_to_string(path).with_context(|| format!("The settings {shown} cannot be read"))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        // The line itself may hold a secret
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map_or(1, |before| before.matches('\n').count() + 1);
        anyhow::anyhow!("{shown}, line {line}: {}", error.message())
    })?;
    let mut values = BTreeMap::new();
    let mut faults = Vec::new();
    for (key, value) in table {
        match as_flag_value(command, &key, &value) {
            Ok(value) => {
                values.insert(key, value);
            }
            Err(fault) => faults.push(format!("{shown}: {fault}")),
        }
    }
    if faults.is_empty() {
        return Ok(values);
    }
    bail!(faults.join("\nmitai: "))
}

/// Returns a value as the flag takes it, or else what is wrong with it.
fn as_flag_value(command: &Command, key: &str, value: &Value) -> Result<String, String> {
    if setting(command, key).is_none() {
        let meant = nearest(command, key).map(|key| format!("; did you mean {key}?"));
        return Err(format!(
            "there is no setting {key}{}",
            meant.unwrap_or_default()
        ));
    }
    let text = text(value).ok_or_else(|| {
        format!("{key} takes a text in quotes, a number, or several texts in brackets")
    })?;
    match refused(command, key, &text) {
        Some(reason) => Err(format!("{key}: {reason}")),
        None => Ok(text),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Array(several) => {
            let several: Option<Vec<_>> = several.iter().map(Value::as_str).collect();
            Some(several?.join(","))
        }
        _ => None,
    }
}

/// Returns why a setting does not take a value, without the value, which may be a secret; `None` if it takes it.
fn refused(command: &Command, key: &str, value: &str) -> Option<String> {
    let error = parse_error(command, key, value)?;
    let allowed = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => Some(format!("give {}", values.join(" or "))),
        _ => None,
    };
    let reason = allowed.or_else(|| error.source().map(ToString::to_string));
    Some(reason.unwrap_or_else(|| error.kind().to_string()))
}

/// Returns the setting whose name is most like this one.
fn nearest(command: &Command, key: &str) -> Option<String> {
    let key = key.to_lowercase().replace('_', "-");
    if setting(command, &key).is_some() {
        return Some(key);
    }
    let error = parse_error(command, &key, "")?;
    let meant = match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(flag)) => flag,
        Some(ContextValue::Strings(flags)) => flags.first()?,
        _ => return None,
    };
    let meant = meant.trim_start_matches('-');
    let known = error.kind() == ErrorKind::UnknownArgument && setting(command, meant).is_some();
    known.then(|| meant.to_owned())
}

/// Returns clap's error about a flag with this value, if there is one.
fn parse_error(command: &Command, key: &str, value: &str) -> Option<Error> {
    let flag = format!("--{key}={value}");
    let line = ["mitai", SERVE, &flag];
    let tried = without_environment(command.clone()).try_get_matches_from(line);
    tried.err()
}

fn without_environment(command: Command) -> Command {
    command
        .mut_args(|arg| arg.env(Resettable::Reset))
        .mut_subcommands(without_environment)
}

pub(super) fn with_defaults(command: Command, values: &BTreeMap<String, String>) -> Command {
    command
        .mut_args(
            |arg| match arg.get_long().and_then(|name| values.get(name)) {
                Some(value) if arg.get_env().is_some() => arg.default_value(value.clone()),
                _ => arg,
            },
        )
        .mut_subcommands(|command| with_defaults(command, values))
}
