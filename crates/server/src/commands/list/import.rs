//! `mitai list import`

mod rows;

use std::{fs, path::PathBuf, sync::Arc};

use anyhow::Context as _;
use app::{
    cluster::ClusterHandle,
    imports::{Choices, Imports, NewFile},
    live::{HEARTBEAT, Live},
    session::Sessions,
};
use clap::{Args, ValueEnum};
use domain::{
    account::UserId,
    anime_list::ImportPolicy,
    clock::{Clock, SystemClock},
    library::{AnimeListStore as _, ImportCounts, ImportRow},
};
use list_files::{Column, FileError, Reading, UnknownColumn};
use store::Store;

use super::owner;
use crate::{
    config::DataLocation,
    output::{hint, one_line, print_line},
};

/// Put the entries of a file on a list, or say what that would do.
#[derive(Args)]
pub(crate) struct Import {
    /// E-mail address of the account.
    email: String,
    /// A list of `MyAnimeList`, `AniList`, Kitsu, Shikimori, Anime-Planet, Simkl, Trakt, Yamtrack or Mitai, or a CSV;
    /// packed by gzip or not.
    file: PathBuf,
    /// What stands where file and list differ; what only one of them says stands.
    #[arg(long, value_enum, default_value_t = Policy::Mine)]
    policy: Policy,
    /// Accept titles that are proposed by their names.
    #[arg(long)]
    accept_proposals: bool,
    /// The highest score of a CSV's scale; by default it is guessed from its scores.
    #[arg(long, value_name = "NUMBER", value_parser = score_of)]
    score_of: Option<f64>,
    /// What each column of a CSV means, with commas between them: `mal_id`, title, status, progress, score, started,
    /// finished, rewatches, notes, tags, private, or nothing for one that is left out; by default they are known by
    /// their names.
    #[arg(long, value_name = "NAMES", value_parser = columns)]
    columns: Option<Columns>,
    /// Say what would be done, title by title, and do nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    data: DataLocation,
}

/// The meaning of each column of a CSV.
#[derive(Clone)]
struct Columns(Vec<Option<Column>>);

#[derive(Clone, Copy, ValueEnum)]
enum Policy {
    /// What the list says.
    Mine,
    /// What the file says.
    Theirs,
    /// What was changed later.
    Newer,
    /// The further progress, the earlier start and the later end.
    Furthest,
}

impl From<Policy> for ImportPolicy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Mine => Self::Mine,
            Policy::Theirs => Self::Theirs,
            Policy::Newer => Self::Newer,
            Policy::Furthest => Self::Furthest,
        }
    }
}

impl Import {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let file = fs::read(&self.file)
            .with_context(|| format!("{} cannot be read", self.file.display()))?;
        let store = Arc::new(self.data.existing_store().await?);
        let uid = owner(&*store, &self.email).await?;
        let zone = store.preferences(&uid).await?.zone();
        let reading = Reading {
            score_of: self.score_of,
            columns: self.columns.as_ref().map(|it| it.0.clone()),
            ..Reading::of(zone)
        };
        let list = list_files::read(&file, &reading);
        if let Err(FileError::UnknownColumns { columns, .. }) = &list {
            hint(format_args!(
                "Its columns are {}; --columns says what each of them means",
                columns.join(", ")
            ));
        }
        let list = list?;
        if let Some(csv) = list.csv.as_ref().filter(|csv| csv.is_guessed) {
            hint(format_args!(
                "Scores are read as out of {}; --score-of says otherwise",
                csv.score_of
            ));
        }
        let rows: Vec<ImportRow> = list.rows.into_iter().map(ImportRow::from).collect();
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let imports = imports(&store);
        let file = NewFile {
            name: &name,
            form: list.form.as_str(),
            csv: None,
        };
        let number = imports.add(&uid, file, &rows).await?;
        let (read, plan) = imports.preview(&uid, number, self.choices()).await?;
        if self.dry_run {
            rows::print_rows(&read, &plan);
            tell_counts("Would be", &plan.counts);
            return Ok(imports.forget(&uid, number).await?);
        }
        rows::print_left_rows(&read, &plan);
        self.apply(&imports, &uid, number).await
    }

    async fn apply(&self, imports: &Imports, uid: &UserId, number: u32) -> anyhow::Result<()> {
        let applied = imports
            .apply(uid, number, self.choices(), None, None)
            .await?;
        for (left, known) in &applied.left {
            // As in the lines about rows; the file's name where the catalogue does not know the title
            let known = known.as_deref().map(|known| known.title.as_str());
            let name = known.or(left.name.as_deref()).unwrap_or_default();
            let line = format!("{} {name}: {}", left.mal_id, left.reason);
            hint(format_args!("{}", one_line(&line)));
        }
        tell_counts("Were", &applied.counts);
        print_line(format_args!("This was import {number} of the account"));
        Ok(())
    }

    fn choices(&self) -> Choices {
        Choices {
            policy: self.policy.into(),
            accept_proposals: self.accept_proposals,
            ..Choices::default()
        }
    }
}

fn columns(names: &str) -> Result<Columns, UnknownColumn> {
    Column::of_each(names).map(Columns)
}

fn score_of(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|it: &f64| it.is_finite() && *it > 0.0);
    number.ok_or_else(|| "it is a number above 0".into())
}

/// Returns the use cases of imports. Nobody listens in this process: running servers notice the changes by themselves.
fn imports(store: &Arc<Store>) -> Imports {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let sessions = Sessions::new(store.clone(), Arc::clone(&clock));
    let cluster = ClusterHandle::single_server();
    let live = Live::new(store.clone(), sessions, cluster, HEARTBEAT);
    Imports::new(store.clone(), live, clock)
}

fn tell_counts(were: &str, counts: &ImportCounts) {
    print_line(format_args!(
        "{were} added: {}, changed: {}, kept as they are: {}, equal: {}, proposed: {}, unresolved: {}, kept already of these: {}, refused: {}, with remarks: {}",
        counts.added,
        counts.changed,
        counts.kept,
        counts.equal,
        counts.proposed,
        counts.unresolved,
        counts.waiting,
        counts.refused,
        counts.remarked
    ));
}
