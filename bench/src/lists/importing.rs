//! Importing long lists, and what visitors feel of it meanwhile.

use std::{
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use bench::{Fixture, SeededRng, figure, mark, median, milliseconds_since, quantile};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::remote::{self, Browser};
use tokio::task::JoinHandle;

const ROWS: usize = 20_000;
/// The number of lists that are imported one after the other.
const ROUNDS: usize = 8;
/// The number of visitors, who look at one title after the other, and the pause of each.
const VISITORS: u64 = 2;
const PAUSE: Duration = Duration::from_millis(2);
/// How long the visitors look before the first import.
const LEAD_TIME: Duration = Duration::from_secs(8);

/// The instant at which each request was sent, and the milliseconds that its answer took.
type Answers = Vec<(Instant, f64)>;

pub(crate) async fn measure(fixture: &Fixture) -> Result<()> {
    let file = file(&fixture.titles[..ROWS]);
    let is_over = Arc::new(AtomicBool::new(false));
    let visitors: Vec<_> = (0..VISITORS)
        .map(|seed| visit(fixture, seed, Arc::clone(&is_over)))
        .collect();
    tokio::time::sleep(LEAD_TIME).await;
    let first = Instant::now();
    let mut took = Took::default();
    for round in 0..ROUNDS {
        let user = fixture.user(&format!("mover{round}"), 0, 1).await?;
        took.add(fixture, &user, &file, round == 0).await?;
    }
    is_over.store(true, Ordering::Relaxed);
    let mut answers = Answers::new();
    for visitor in visitors {
        answers.extend(visitor.await??);
    }
    took.tell();
    tell_pages(&answers, first, &took.busy)
}

/// The milliseconds that imports took.
#[derive(Default)]
struct Took {
    previews: Vec<f64>,
    applies: Vec<f64>,
    undos: Vec<f64>,
    /// The times at which the server was busy with an import: from when to when.
    busy: Vec<(Instant, Instant)>,
}

impl Took {
    /// Imports a list, undoes the import, and adds what that took.
    async fn add(
        &mut self,
        fixture: &Fixture,
        user: &Browser,
        file: &str,
        is_marked: bool,
    ) -> Result<()> {
        let mark = |name| {
            if is_marked {
                mark(name);
            }
        };
        mark("before-import");
        let begin = Instant::now();
        let bring = user.request(Method::POST, &fixture.site, "me/imports");
        let bring = bring.header("content-type", "application/octet-stream");
        let shown = bring.body(file.to_owned()).send().await?;
        let shown: Value = serde_json::from_slice(&shown.bytes().await?)?;
        self.previews.push(milliseconds_since(begin));
        mark("previewed");
        ensure!(shown["counts"]["added"] == ROWS, "not all rows are added");
        let id = shown["id"].as_u64().context("the import has no number")?;
        let begin_apply = Instant::now();
        let form = json!({ "version": shown["version"] });
        post(fixture, user, &format!("me/imports/{id}/apply"), &form).await?;
        self.applies.push(milliseconds_since(begin_apply));
        mark("applied");
        let begin_undo = Instant::now();
        post(fixture, user, &format!("me/imports/{id}/undo"), &json!({})).await?;
        self.undos.push(milliseconds_since(begin_undo));
        self.busy.push((begin, Instant::now()));
        Ok(())
    }

    fn tell(&mut self) {
        figure("import-preview", median(&mut self.previews));
        figure("import-apply", median(&mut self.applies));
        figure("import-undo", median(&mut self.undos));
    }
}

async fn post(fixture: &Fixture, user: &Browser, path: &str, form: &Value) -> Result<()> {
    let request = user.request(Method::POST, &fixture.site, path);
    let request = request.header("content-type", "application/json");
    let answer = request.body(form.to_string()).send().await?;
    ensure!(answer.status().is_success(), "{path}: {}", answer.status());
    answer.bytes().await?;
    Ok(())
}

/// Looks at one title after the other until `is_over`.
fn visit(fixture: &Fixture, seed: u64, is_over: Arc<AtomicBool>) -> JoinHandle<Result<Answers>> {
    let (site, titles) = (fixture.site.clone(), fixture.titles.clone());
    tokio::spawn(async move {
        let http = remote::http()?;
        let mut rng = SeededRng::new(seed);
        let mut answers = Answers::new();
        while !is_over.load(Ordering::Relaxed) {
            let title = titles[rng.below(titles.len())];
            let begin = Instant::now();
            let answer = http.get(format!("{site}/api/v1/anime/{title}")).send();
            answer.await?.error_for_status()?.bytes().await?;
            answers.push((begin, milliseconds_since(begin)));
            tokio::time::sleep(PAUSE).await;
        }
        Ok(answers)
    })
}

/// Reports how much longer the slowest answers took while lists were imported.
fn tell_pages(answers: &Answers, first: Instant, busy: &[(Instant, Instant)]) -> Result<()> {
    let of = |is_meant: &dyn Fn(Instant) -> bool| {
        let meant = answers.iter().filter(|(begin, _)| is_meant(*begin));
        meant.map(|(_, took)| *took).collect::<Vec<f64>>()
    };
    let mut before = of(&|at| at < first);
    let mut meanwhile = of(&|at| busy.iter().any(|(from, to)| (*from..*to).contains(&at)));
    ensure!(
        before.len() > 500 && meanwhile.len() > 500,
        "too few looked"
    );
    let [before, meanwhile] = [&mut before, &mut meanwhile].map(|it| quantile(it, 0.99));
    figure("import-pages", meanwhile);
    figure("import-pages-before", before);
    figure("import-pages-ratio", meanwhile / before);
    Ok(())
}

/// Returns a list as `MyAnimeList` exports it, with something in every field.
fn file(titles: &[u32]) -> String {
    const STATUSES: [&str; 5] = [
        "Watching",
        "Completed",
        "On-Hold",
        "Dropped",
        "Plan to Watch",
    ];
    let mut file =
        String::from("<myanimelist><myinfo><user_export_type>1</user_export_type></myinfo>");
    for (place, id) in titles.iter().enumerate() {
        let _ = write!(
            file,
            "<anime><series_animedb_id>{id}</series_animedb_id>\
             <series_title><![CDATA[Title {id}]]></series_title>\
             <series_type>TV</series_type><series_episodes>12</series_episodes><my_id>0</my_id>\
             <my_watched_episodes>{}</my_watched_episodes>\
             <my_start_date>2019-0{}-00</my_start_date><my_finish_date>0000-00-00</my_finish_date>\
             <my_rated></my_rated><my_score>{}</my_score><my_storage></my_storage>\
             <my_storage_value>0.00</my_storage_value><my_status>{}</my_status>\
             <my_comments><![CDATA[A note on title {id}.]]></my_comments>\
             <my_times_watched>{}</my_times_watched><my_rewatch_value></my_rewatch_value>\
             <my_priority>LOW</my_priority><my_tags><![CDATA[calm, with Ann]]></my_tags>\
             <my_rewatching>0</my_rewatching><my_rewatching_ep>0</my_rewatching_ep>\
             <my_discuss>1</my_discuss><my_sns>default</my_sns>\
             <update_on_import>0</update_on_import></anime>",
            place % 13,
            1 + place % 9,
            place % 11,
            STATUSES[place % STATUSES.len()],
            place % 2,
        );
    }
    file + "</myanimelist>"
}
