//! `bouton completions` and `bouton man`, made from the definition of the command line.

use super::arguments::{Completions, command};
use super::failure::Failure;
use super::{WELL, output};

pub(super) fn completions(options: &Completions) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command(), "bouton", &mut script);
    output::write(None, |target| target.write_all(&script))?;
    Ok(WELL)
}

pub(super) fn man() -> Result<u8, Failure> {
    output::write(None, |target| {
        clap_mangen::Man::new(command()).render(target)?;
        // A page holds the commands too, each as a part of its own.
        for mut subcommand in command().get_subcommands().cloned() {
            let name = subcommand.get_name().to_owned();
            subcommand = subcommand.name(format!("bouton {name}")).display_name(format!("bouton-{name}"));
            let page = clap_mangen::Man::new(subcommand);
            writeln!(target, ".SH \"BOUTON {}\"", name.to_uppercase())?;
            page.render_description_section(target)?;
            page.render_synopsis_section(target)?;
            page.render_options_section(target)?;
        }
        Ok(())
    })?;
    Ok(WELL)
}
