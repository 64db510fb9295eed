//! Columns of a CSV, and what they mean.

/// What a column of a CSV may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// The title's number at MyAnimeList.
    MalId,
    /// The title's name.
    Title,
    /// The status, by any tracker's words.
    Status,
    /// Episodes seen.
    Progress,
    /// The score, of any scale.
    Score,
    /// When the first run began.
    Started,
    /// When the first run ended.
    Finished,
    /// How often it was watched again.
    Rewatches,
    /// Words about it.
    Notes,
    /// Tags between commas.
    Tags,
    /// Whether it is private: yes, true or 1.
    Private,
}

/// A name that no column has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("There is no column of the kind \"{0}\".")]
pub struct UnknownColumn(String);

impl Column {
    /// Every meaning.
    pub const ALL: [Self; 11] = [
        Self::MalId,
        Self::Title,
        Self::Status,
        Self::Progress,
        Self::Score,
        Self::Started,
        Self::Finished,
        Self::Rewatches,
        Self::Notes,
        Self::Tags,
        Self::Private,
    ];

    /// The meaning of this name in the API.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == name)
    }

    /// The meanings of columns by names of theirs with commas between them, in the order of the columns; one without a
    /// name is left out.
    ///
    /// # Errors
    /// [`UnknownColumn`]
    pub fn of_each(names: &str) -> Result<Vec<Option<Self>>, UnknownColumn> {
        let meaning = |name: &str| match name.trim() {
            "" => Ok(None),
            name => match Self::named(name) {
                Some(column) => Ok(Some(column)),
                None => Err(UnknownColumn(name.into())),
            },
        };
        names.split(',').map(meaning).collect()
    }

    /// Its name in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MalId => "mal_id",
            Self::Title => "title",
            Self::Status => "status",
            Self::Progress => "progress",
            Self::Score => "score",
            Self::Started => "started",
            Self::Finished => "finished",
            Self::Rewatches => "rewatches",
            Self::Notes => "notes",
            Self::Tags => "tags",
            Self::Private => "private",
        }
    }

    /// Names that columns of this meaning have, in small letters and without blanks and marks.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::MalId => &[
                "malid",
                "animeid",
                "seriesanimedbid",
                "myanimelistid",
                "idmal",
            ],
            Self::Title => &["title", "name", "seriestitle", "anime", "animetitle"],
            Self::Status => &["status", "mystatus", "watchstatus"],
            Self::Progress => &[
                "progress",
                "episodeswatched",
                "watchedepisodes",
                "mywatchedepisodes",
                "episodesseen",
            ],
            Self::Score => &["score", "rating", "myscore", "myrating"],
            Self::Started => &["started", "startdate", "startedat", "mystartdate"],
            Self::Finished => &[
                "finished",
                "finishdate",
                "enddate",
                "finishedat",
                "completedat",
                "myfinishdate",
            ],
            Self::Rewatches => &[
                "rewatches",
                "repeats",
                "repeat",
                "timesrewatched",
                "mytimeswatched",
            ],
            Self::Notes => &["notes", "comments", "comment", "mycomments"],
            Self::Tags => &["tags", "mytags"],
            Self::Private => &["private"],
        }
    }
}

/// What columns of these names mean, each meaning once.
pub(crate) fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Option<Column>> {
    let mut found = Vec::new();
    let meanings = names.into_iter().map(|name| {
        let letters = name.chars().filter(|it| it.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        let of = |column: &Column| column.names().contains(&name.as_str());
        let meaning = Column::ALL.into_iter().find(of)?;
        // The first column of a meaning has it
        (!found.contains(&meaning)).then(|| {
            found.push(meaning);
            meaning
        })
    });
    meanings.collect()
}

/// Whether columns of these meanings identify a title.
pub(crate) fn name_titles(meanings: &[Option<Column>]) -> bool {
    let mut columns = meanings.iter().flatten();
    columns.any(|it| matches!(it, Column::MalId | Column::Title))
}
