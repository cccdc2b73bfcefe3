//! Games for a file.

use std::fs::OpenOptions;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};

use damier_engine::Search;
use damier_engine::selfplay::{self, Games, Plan};
use damier_rules::Variant;

#[derive(Clone, Debug)]
pub struct Options {
    pub path: String,
    pub games: u32,
    pub nodes: u64,
    pub seed: u64,
    pub evaluation: String,
}

impl Options {
    pub fn run<V: Variant>(&self, variant: V) -> Result<(), String> {
        self.write(variant).map_err(|error| format!("{}: {error}", self.path))
    }

    fn write<V: Variant>(&self, variant: V) -> Result<(), String> {
        let (rules, geometry) = (variant.rules(), &variant.tables().geometry);
        let say = |error: std::io::Error| error.to_string();
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&self.path)
            .map_err(say)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(say)?;
        if bytes.is_empty() {
            selfplay::write_header(rules, &mut file).map_err(say)?;
            selfplay::write_header(rules, &mut bytes).map_err(say)?;
        }
        // What was broken off is played again.
        let mut games = Games::new(&bytes, rules, geometry)?;
        let first = games.by_ref().last().map_or(0, |game| game.number + 1);
        file.set_len(games.whole as u64).map_err(say)?;
        file.seek(SeekFrom::End(0)).map_err(say)?;
        let mut out = BufWriter::new(file);
        let (mut search, judge, plan) = (
            Search::new(1),
            crate::judge(variant, &self.evaluation)?,
            Plan::of(rules, self.seed, self.nodes),
        );
        for number in first..self.games {
            selfplay::play(variant, &mut search, &judge, &plan, number)
                .write(rules, geometry, &mut out)
                .map_err(say)?;
        }
        out.flush().map_err(say)
    }
}
