//! The templates: those that the program carries within itself, and the user's in their place.

use super::words::Words;
use super::{Format, RenderError, error, escape, filters, terminal};
use crate::diagnostics::nearest;
use crate::text::Language;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tera::{Context, Delimiters, Tera, Value};

/// The program's own files: name under `templates/`, and text.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// A template's text, and the file it comes from.
#[derive(Clone)]
struct Source {
    file: String,
    text: Cow<'static, str>,
}

/// All files, each by its name under `templates/`.
pub(crate) struct Sources {
    files: BTreeMap<String, Source>,
    /// Whether all files are the program's own, which tests have parsed.
    own: bool,
}

impl Sources {
    /// The program's own files, with those of the folder `user` in their place.
    pub(crate) fn load(user: Option<&Path>) -> Result<Sources, RenderError> {
        let embedded = EMBEDDED.iter().map(|(name, text)| {
            ((*name).to_owned(), Source { file: format!("templates/{name}"), text: Cow::Borrowed(*text) })
        });
        let mut sources = Sources { files: embedded.collect(), own: user.is_none() };
        if let Some(folder) = user {
            let mut own = Vec::new();
            collect(folder, "", &mut own)?;
            let names: Vec<String> = own.iter().map(|(name, _)| name.clone()).collect();
            sources.files.extend(own);
            for name in names {
                sources.check_use(&name)?;
            }
        }
        Ok(sources)
    }

    /// The file a template comes from, and its text; the name must be one of the program's own.
    pub(crate) fn file(&self, name: &str) -> (&str, &str) {
        let source = self.files.get(name).unwrap_or_else(|| panic!("templates/{name} is among the program's files"));
        (&source.file, &source.text)
    }

    /// The prose templates of a language.
    pub(crate) fn prose(&self, language: Language) -> Result<Templates, RenderError> {
        let mut tera = Tera::default();
        tera.set_escape_fn(escape::escape);
        filters::register(&mut tera, language);
        Templates::new(tera, ".md", self.within(&format!("{}/", language.code()), ".md"), self.own)
    }

    /// Adds a file, or replaces one.
    #[cfg(test)]
    pub(crate) fn add(&mut self, name: &str, file: &str, text: &str) {
        self.files.insert(name.to_owned(), Source { file: file.to_owned(), text: text.to_owned().into() });
        self.own = false;
    }

    /// The templates of a format, for a page in the given language; all of them know its words.
    pub(crate) fn format(&self, format: Format, language: Language, words: &Words) -> Result<Templates, RenderError> {
        let mut tera = Tera::default();
        tera.global_context().insert("language", language.code());
        tera.global_context().insert("words", words.all());
        if format == Format::Latex {
            tera.set_delimiters(Delimiters {
                block_start: "<%".into(),
                block_end: "%>".into(),
                variable_start: "<<".into(),
                variable_end: ">>".into(),
                comment_start: "<#".into(),
                comment_end: "#>".into(),
            })
            .expect("no templates have been added, and the delimiters differ");
        }
        filters::register(&mut tera, language);
        if format == Format::Text {
            terminal::register(&mut tera);
        }
        let extension = format!(".{}", format.extension());
        // A page may need any of these few.
        Templates::new(tera, "", self.within(&format!("format/{}/", format.folder()), &extension), false)
    }

    /// The files under a folder whose names end in `extension`, by their names within the folder.
    fn within(&self, folder: &str, extension: &str) -> BTreeMap<String, Source> {
        let inside = self.files.iter().filter_map(|(name, source)| {
            let inner = name.strip_prefix(folder)?;
            inner.ends_with(extension).then(|| (inner.to_owned(), source.clone()))
        });
        inside.collect()
    }

    /// Fails if the user's file of this name replaces none of the program's, and no template includes it.
    fn check_use(&self, name: &str) -> Result<(), RenderError> {
        let known = || EMBEDDED.iter().map(|(known, _)| *known);
        let folder = Language::ALL.map(|language| format!("{}/", language.code()));
        let folder = folder.iter().map(String::as_str).find(|folder| name.starts_with(folder));
        let formats = Format::ALL.map(|format| format!("format/{}/", format.folder()));
        let folder = folder.or_else(|| formats.iter().map(String::as_str).find(|folder| name.starts_with(folder)));
        let included = folder.is_some_and(|folder| {
            let inner = &name[folder.len()..];
            // A block that the user has thought of: any name will do.
            (folder.starts_with("format/") && inner.starts_with("div/"))
                || self
                    .within(folder, "")
                    .values()
                    .any(|source| includes(&source.text).any(|include| fits(include, inner)))
        });
        if included || known().any(|known| known == name) {
            return Ok(());
        }
        let same_name = || {
            let last = name.rsplit('/').next().unwrap_or(name);
            known()
                .filter(|known| known.rsplit('/').next() == Some(last))
                .min_by_key(|known| strsim::levenshtein(known, name))
        };
        let help = match nearest(name, known()).or_else(same_name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "a file must have the name of one of the program's own, as in `en/solution.md`".to_owned(),
        };
        let file = self.files.get(name).map(|source| source.file.clone());
        Err(RenderError {
            file,
            line: None,
            message: format!("this file replaces no template and none includes it; {help}"),
        })
    }
}

/// The user's files under `folder`, hidden ones and an editor's backups left out, and a note at the top.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, Source)>) -> Result<(), RenderError> {
    let unreadable = |path: &Path, error: std::io::Error| RenderError {
        file: Some(path.display().to_string()),
        line: None,
        message: format!("can't be read: {error}"),
    };
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|error| unreadable(folder, error))?.path());
    }
    paths.sort();
    for path in paths {
        let last = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = format!("{prefix}{last}");
        if last.starts_with('.') || last.ends_with('~') || name == "README.md" {
            continue;
        }
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            files.push((name, Source { file: path.display().to_string(), text: text.into() }));
        }
    }
    Ok(())
}

/// The names that a text includes, `{% include "NAME" %}` or with other delimiters.
fn includes(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("include ").filter_map(|(at, word)| {
        let opened = text[..at].trim_end_matches([' ', '-']).ends_with('%');
        let quoted = text[at + word.len()..].trim_start();
        let quote = quoted.chars().next().filter(|letter| matches!(letter, '"' | '\'' | '`'))?;
        opened.then(|| quoted[1..].split(quote).next()).flatten()
    })
}

/// Splits a name with variables into literal and variable parts in turn; `None` if its braces don't match.
fn pieces(name: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some((literal, after)) = rest.split_once('{') {
        let (variable, after) = after.split_once('}')?;
        let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        if variable.is_empty() || !variable.chars().all(plain) {
            return None;
        }
        parts.extend([literal, variable]);
        rest = after;
    }
    parts.push(rest);
    Some(parts)
}

/// Whether `name` is one that `include` may mean, each of its variables standing for something without a slash.
fn fits(include: &str, name: &str) -> bool {
    fn from(literals: &[&str], name: &str) -> bool {
        let Some(rest) = name.strip_prefix(literals[0]) else { return false };
        if literals.len() == 1 {
            return rest.is_empty();
        }
        let reach = rest.find('/').unwrap_or(rest.len());
        (1..=reach).filter(|end| rest.is_char_boundary(*end)).any(|end| from(&literals[1..], &rest[end..]))
    }
    match pieces(include) {
        Some(parts) => from(&parts.into_iter().step_by(2).collect::<Vec<_>>(), name),
        None => include == name,
    }
}

/// A template that includes the one which the variables in `include` mean.
fn dispatcher<'a>(include: &str, names: impl Iterator<Item = &'a String>) -> String {
    let quoted = pieces(include).into_iter().flatten().enumerate().map(|(index, part)| match index % 2 {
        0 => format!("{part:?}"),
        _ => part.to_owned(),
    });
    let mut text = format!("{{% set included_name = {} %}}", quoted.collect::<Vec<_>>().join(" ~ "));
    let mut word = "if";
    for name in names.filter(|name| fits(include, name)) {
        text += &format!("{{% {word} included_name == {name:?} %}}{{% include {name:?} %}}");
        word = "elif";
    }
    let fail = "{{ throw(message=\"there is no template `\" ~ included_name ~ \"` to include\") }}";
    match word {
        "if" => text += fail,
        _ => text += &format!("{{% else %}}{fail}{{% endif %}}"),
    }
    text
}

/// Whether a name holds variables, as in `theorem/{theorem.id}/idea.md`.
fn has_variables(name: &str) -> bool {
    pieces(name).is_some_and(|pieces| pieces.len() > 1)
}

/// What a name with variables means in a context.
enum Meant {
    /// This template.
    Template(String),
    /// None, as far as can be told before the page is filled in: a variable stands for nothing.
    Nothing,
    /// Any that fits: a variable is not the context's, but the template's own.
    Any,
}

fn meant(include: &str, context: &Context) -> Meant {
    let mut name = String::new();
    for (index, part) in pieces(include).unwrap_or_else(|| vec![include]).into_iter().enumerate() {
        if index % 2 == 0 {
            name += part;
            continue;
        }
        let (root, path) = part.split_once('.').map_or((part, None), |(root, path)| (root, Some(path)));
        let Some(value) = context.get(root) else { return Meant::Any };
        let value = path.map_or(Some(value), |path| value.get_from_path(path));
        match value.and_then(Value::as_str) {
            Some(text) => name += text,
            None => return Meant::Nothing,
        }
    }
    Meant::Template(name)
}

/// Templates ready to be filled in.
///
/// Most pages need few of them, and parsing all takes longer than anything else on a small page. So the program's own are
/// parsed when they are first needed; the user's at once, so that every mistake is told.
pub(crate) struct Templates {
    sources: BTreeMap<String, Source>,
    parsed: Mutex<Parsed>,
}

struct Parsed {
    tera: Tera,
    names: BTreeSet<String>,
}

impl Templates {
    /// Templates whose insertions are escaped where their names end in `escaped` (nowhere if that is empty); parsed when
    /// they are needed if `later`.
    fn new(
        mut tera: Tera,
        escaped: &'static str,
        sources: BTreeMap<String, Source>,
        later: bool,
    ) -> Result<Templates, RenderError> {
        tera.autoescape_on((!escaped.is_empty()).then_some(escaped));
        let templates = Templates { sources, parsed: Mutex::new(Parsed { tera, names: BTreeSet::new() }) };
        if !later {
            templates.parse(templates.sources.keys().cloned().collect())?;
        }
        Ok(templates)
    }

    /// What has been parsed; a panic elsewhere leaves it as good as it was.
    fn parsed(&self) -> MutexGuard<'_, Parsed> {
        self.parsed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parses a template, and all that it seems to include in this context; without one, what it includes in any.
    pub(crate) fn parse_for(&self, name: &str, context: Option<&Context>) -> Result<(), RenderError> {
        if self.all_parsed() {
            return Ok(());
        }
        let mut needed = BTreeSet::new();
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            let Some(source) = self.sources.get(&name).filter(|_| !needed.contains(&name)) else { continue };
            for include in includes(&source.text) {
                let meant = match context {
                    Some(context) => meant(include, context),
                    None if has_variables(include) => Meant::Nothing,
                    None => Meant::Template(include.to_owned()),
                };
                match meant {
                    Meant::Template(name) => open.push(name),
                    Meant::Nothing => {}
                    Meant::Any => open.extend(self.sources.keys().filter(|name| fits(include, name)).cloned()),
                }
            }
            needed.insert(name);
        }
        let known = needed.is_subset(&self.parsed().names);
        if known { Ok(()) } else { self.parse(needed) }
    }

    fn all_parsed(&self) -> bool {
        self.parsed().names.len() == self.sources.len()
    }

    fn parse(&self, needed: BTreeSet<String>) -> Result<(), RenderError> {
        let mut parsed = self.parsed();
        let Parsed { tera, names } = &mut *parsed;
        let new: Vec<String> = needed.difference(names).cloned().collect();
        let names_before = names.clone();
        names.extend(needed);
        let texts = names.iter().map(|name| self.sources[name].text.as_ref());
        let with_variables: BTreeSet<&str> = texts.flat_map(includes).filter(|name| has_variables(name)).collect();
        let dispatchers: Vec<(&str, String)> =
            with_variables.into_iter().map(|name| (name, dispatcher(name, names.iter()))).collect();
        let own = new.iter().map(|name| (name.as_str(), self.sources[name].text.as_ref()));
        let added = tera.add_raw_templates(own.chain(dispatchers.iter().map(|(name, text)| (*name, text.as_str()))));
        added.map_err(|error| {
            *names = names_before;
            self.locate(&error)
        })
    }

    /// Fills in a template; `context` must be an object.
    pub(crate) fn render(&self, name: &str, context: &impl Serialize) -> Result<String, RenderError> {
        if !self.contains(name) {
            let message = match nearest(name, self.sources.keys().map(String::as_str)) {
                Some(near) => format!("there is no template `{name}`; did you mean `{near}`?"),
                None => format!("there is no template `{name}`"),
            };
            return Err(RenderError { file: None, line: None, message });
        }
        let context = Context::from_serialize(context).map_err(|error| self.locate(&error))?;
        self.parse_for(name, Some(&context))?;
        let filled = || self.parsed().tera.render(name, &context).map_err(|error| self.locate(&error));
        // What a name with variables means is a guess, since a template may set variables of its own: a template that
        // turns out to be missing may be one of those that have not been parsed.
        match filled() {
            Err(_) if !self.all_parsed() && self.parse(self.sources.keys().cloned().collect()).is_ok() => filled(),
            page => page,
        }
    }

    /// Whether there is a template of this name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.sources.contains_key(name)
    }

    /// The file that a template comes from.
    pub(crate) fn file(&self, name: &str) -> String {
        self.sources.get(name).map_or_else(|| name.to_owned(), |source| source.file.clone())
    }

    /// Names the file and the line that a tera error is about.
    fn locate(&self, error: &tera::Error) -> RenderError {
        let located = error::locate(error, has_variables);
        let file = located.template.map(|name| self.file(&name));
        RenderError { file, line: located.line, message: located.message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn templates(sources: &[(&str, &str)]) -> Result<Templates, RenderError> {
        let files = sources.iter().map(|(name, text)| {
            (format!("en/{name}"), Source { file: format!("own/en/{name}"), text: (*text).to_owned().into() })
        });
        Sources { files: files.collect(), own: false }.prose(Language::En)
    }

    #[test]
    fn every_format_of_the_program_is_well_formed() {
        for language in Language::ALL {
            let sources = Sources::load(None).unwrap();
            for format in Format::ALL {
                sources.format(format, language, &Words::read(&sources, language).unwrap()).map(drop).unwrap();
            }
        }
    }

    #[test]
    fn all_templates_of_the_program_are_correct() {
        let sources = Sources { own: false, ..Sources::load(None).unwrap() };
        for language in Language::ALL {
            sources.prose(language).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    /// What is parsed when it is needed is enough, whatever was asked for before.
    #[test]
    fn templates_are_parsed_when_they_are_needed() {
        let files = [
            ("en/a.md", "{% include \"theorem/{theorem.id}/idea.md\" %}"),
            ("en/b.md", "{% include \"a.md\" %}!"),
            ("en/theorem/nim/idea.md", "nim"),
            ("en/theorem/moore/idea.md", "moore"),
            ("en/theorem/wrong/idea.md", "{% if %}"),
        ];
        let files = files.map(|(name, text)| {
            let source = Source { file: name.to_owned(), text: text.to_owned().into() };
            (name.to_owned(), source)
        });
        let sources = Sources { files: files.into(), own: true };
        let templates = sources.prose(Language::En).unwrap();
        let rendered = |name: &str, id: &str| templates.render(name, &json!({"theorem": {"id": id}}));
        assert_eq!(rendered("a.md", "nim").unwrap(), "nim");
        assert_eq!(rendered("b.md", "moore").unwrap(), "moore!");
        assert_eq!(rendered("b.md", "nim").unwrap(), "nim!");
        assert!(rendered("a.md", "other").unwrap_err().message.contains("theorem/other/idea.md"));
        assert_eq!(rendered("a.md", "wrong").unwrap_err().file.as_deref(), Some("en/theorem/wrong/idea.md"));
        assert_eq!(rendered("b.md", "nim").unwrap(), "nim!");
        let sources = Sources { own: false, ..sources };
        assert!(sources.prose(Language::En).is_err());
    }

    /// A variable that stands for nothing in the context may be one that a template sets.
    #[test]
    fn templates_are_parsed_when_a_guess_was_wrong() {
        let files = [
            ("en/a.md", "{% for theorem in list %}{% include \"theorem/{theorem.id}/idea.md\" %}{% endfor %}"),
            ("en/theorem/nim/idea.md", "nim"),
        ];
        let files = files.map(|(name, text)| {
            let source = Source { file: name.to_owned(), text: text.to_owned().into() };
            (name.to_owned(), source)
        });
        let templates = Sources { files: files.into(), own: true }.prose(Language::En).unwrap();
        let context = json!({"theorem": null, "list": [{"id": "nim"}]});
        assert_eq!(templates.render("a.md", &context).unwrap(), "nim");
    }

    #[test]
    fn the_languages_have_the_same_templates() {
        let names = |language: Language| {
            let folder = format!("{}/", language.code());
            EMBEDDED.iter().filter_map(|(name, _)| name.strip_prefix(&folder)).collect::<Vec<_>>()
        };
        for language in Language::ALL {
            assert_eq!(names(language), names(Language::En), "{language:?}");
        }
    }

    #[test]
    fn an_include_may_depend_on_variables() {
        let templates = templates(&[
            ("a.md", "{% for id in ids %}{% include \"part/{id}/{kind.name}.md\" %}{% endfor %}"),
            ("part/x/idea.md", "[x {{ n }}]"),
            ("part/y/idea.md", "[y {{ n }}]"),
            ("part/y/proof.md", "[proof]"),
        ])
        .unwrap();
        let context = json!({"ids": ["y", "x"], "kind": {"name": "idea"}, "n": 3});
        assert_eq!(templates.render("a.md", &context).unwrap(), "[y 3][x 3]");
        let missing = json!({"ids": ["x"], "kind": {"name": "proof"}, "n": 3});
        let error = templates.render("a.md", &missing).unwrap_err();
        assert_eq!(error.to_string(), "own/en/a.md:1: there is no template `part/x/proof.md` to include");
        let undefined = templates.render("a.md", &json!({"ids": ["x"]})).unwrap_err();
        assert!(undefined.to_string().starts_with("own/en/a.md:1: "), "{undefined}");
    }

    #[test]
    fn mistakes_are_placed() {
        let error = |text: &str| match templates(&[("a.md", text)]) {
            Err(error) => error.to_string(),
            Ok(templates) => templates.render("a.md", &json!({"n": 1, "list": []})).unwrap_err().to_string(),
        };
        assert!(error("x\n{% if n %}").starts_with("own/en/a.md:2: "));
        assert!(error("x\n\n{{ m }}").starts_with("own/en/a.md:3: "));
        assert!(error("{{ n | nothing }}").starts_with("own/en/a.md:1: Unknown filter"));
        assert!(error("\n{{ nothing(n=1) }}").starts_with("own/en/a.md:2: Unknown function"));
        assert!(error("\n{% include \"b.md\" %}").starts_with("own/en/a.md:2: Unknown template"));
        assert!(error("\n{{ list + n }}").starts_with("own/en/a.md:2: "));
        assert!(error("\n\n{{ list | number }}").starts_with("own/en/a.md:3: "));
        assert!(error("{% include \"a.md\" %}").starts_with("own/en/a.md: "));
    }

    #[test]
    fn an_unknown_name_is_met_with_a_near_one() {
        let error = templates(&[("solution.md", "")]).unwrap().render("solutoin.md", &json!({})).unwrap_err();
        assert_eq!(error.to_string(), "there is no template `solutoin.md`; did you mean `solution.md`?");
    }
}
