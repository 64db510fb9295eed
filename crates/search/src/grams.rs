//! The terms that a form is indexed and looked for by: runs of letters, so that a typo costs some of
//! them and not all.

use crate::{
    fold::{GAP, is_dense},
    initials,
};

const START: char = '^';
const END: char = '$';
const WORD: char = '_';

/// The number of letters from which on the term of a query's first letter is left out.
const LONG: usize = 6;

/// The terms of a name's form, some maybe twice.
pub(crate) fn of_name(form: &str) -> Vec<String> {
    if form.starts_with(initials::MARK) {
        return vec![form.to_owned()];
    }
    let mut terms = runs(form);
    for word in form.split(GAP) {
        // A word is found by its first two letters, and a sign of a dense script by itself
        let mut letters = word.chars();
        if let (Some(a), Some(b)) = (letters.next(), letters.next()) {
            terms.push([WORD, a, b].iter().collect());
        }
        terms.extend(word.chars().filter(|c| is_dense(*c)).map(String::from));
    }
    terms
}

/// The terms of a query's forms, each once.
pub(crate) fn of_query<'a>(forms: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut terms = Vec::new();
    for form in forms {
        let letters: Vec<char> = form.chars().filter(|c| *c != GAP).collect();
        // The first letter alone says little, and only short texts need it to survive an error
        let from = usize::from(letters.len() >= LONG && !is_dense(letters[0]));
        terms.extend(runs(form).into_iter().skip(from));
        terms.extend(initials::of_query(&letters.iter().collect::<String>()));
        match *letters {
            [one] if is_dense(one) => terms.push(one.into()),
            [a, b] if !is_dense(a) => terms.push([WORD, a, b].iter().collect()),
            _ => {}
        }
    }
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// The runs of two letters where one is of a dense script, else of three; spaces do not count.
fn runs(form: &str) -> Vec<String> {
    let mut letters = vec![START, START];
    letters.extend(form.chars().filter(|c| *c != GAP));
    letters.push(END);
    let mut terms = Vec::with_capacity(letters.len());
    for at in 0..letters.len() - 1 {
        let pair = &letters[at..at + 2];
        if pair.iter().any(|c| is_dense(*c)) {
            terms.push(pair.iter().collect());
        } else if let Some(three) = letters.get(at..at + 3)
            && !is_dense(three[2])
        {
            terms.push(three.iter().collect());
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::{of_name, of_query};

    fn query(form: &str) -> Vec<String> {
        of_query([form].into_iter())
    }

    #[test]
    fn beginning_of_a_name_has_grams_of_the_name() {
        for (name, texts) in [
            ("naruto", &["n", "na", "nar", "naru"][..]),
            ("attack on titan", &["ti", "ackont", "attackont"]),
            ("進撃の巨人", &["進", "巨", "進撃", "の巨人"]),
            ("k", &["k"]),
        ] {
            let terms = of_name(name);
            for text in texts {
                assert!(
                    query(text).iter().any(|term| terms.contains(term)),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn spaces_do_not_change_grams() {
        assert_eq!(query("death note"), query("deathnote"));
        assert_eq!(query("ab a b ab"), query("abab ab"));
    }
}
