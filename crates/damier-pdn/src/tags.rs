//! Names of tags: those of the standard, and what other programs and languages call them.

/// The seven that every game should have, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags that are written behind a game rather than before it.
const FOOTERS: [&str; 1] = ["FILENAME"];

/// A name that the standard knows, and what else it is called, in lower case.
const NAMES: [(&str, &[&str]); 17] = [
    (
        "Event",
        &[
            "evento",
            "dati",
            "torneo",
            "toernooi",
            "tournoi",
            "turnier",
            "турнир",
            "событие",
            "zawody",
        ],
    ),
    ("Site", &["luogo", "plaats", "lieu", "ort", "lugar", "место", "город"]),
    ("Date", &["data", "datum", "fecha", "anno", "дата"]),
    ("Round", &["turno", "ronde", "ronda", "runde", "тур", "runda"]),
    (
        "White",
        &[
            "bianco",
            "wit",
            "blanc",
            "blancs",
            "blanco",
            "blancas",
            "weiss",
            "weiß",
            "белые",
            "białe",
            "brancas",
        ],
    ),
    (
        "Black",
        &[
            "nero",
            "zwart",
            "noir",
            "noirs",
            "negro",
            "negras",
            "schwarz",
            "чёрные",
            "черные",
            "czarne",
            "pretas",
        ],
    ),
    (
        "Result",
        &[
            "risultato",
            "uitslag",
            "résultat",
            "resultat",
            "resultado",
            "ergebnis",
            "результат",
            "wynik",
        ],
    ),
    ("GameType", &["game_type", "gametype"]),
    ("FEN", &["fen"]),
    ("SetUp", &["setup"]),
    ("Opening", &["apertura", "дебют"]),
    ("Annotator", &["commentatore", "комментатор"]),
    ("WhiteRating", &["whiterating"]),
    ("BlackRating", &["blackrating"]),
    ("PlyCount", &["plycount"]),
    ("TimeControl", &["timecontrol"]),
    ("Termination", &["termination"]),
];

/// The standard name of a tag, the name itself where there is none.
pub fn standard(name: &str) -> &str {
    if NAMES.iter().any(|(standard, _)| *standard == name) {
        return name;
    }
    let lower = name.to_lowercase();
    NAMES
        .iter()
        .find(|(standard, others)| standard.to_lowercase() == lower || others.contains(&&*lower))
        .map_or(name, |(standard, _)| standard)
}

/// Does the tag belong to the game before it?
pub fn is_footer(name: &[u8]) -> bool {
    FOOTERS
        .iter()
        .any(|footer| footer.as_bytes().eq_ignore_ascii_case(name))
}
