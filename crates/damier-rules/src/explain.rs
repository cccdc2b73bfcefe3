//! Why a move is legal, forced or refused, in a sentence that names the clause.

use crate::any::AnyBoard;
use crate::bits::Bits;
use crate::fen::shown;
use crate::halves;
use crate::moves::Move;
use crate::notation::{MoveError, Written, name, parse_pdn, read_square, write_pdn};
use crate::piece::{Color, Piece};
use crate::position::{End, Position};
use crate::rules::{Criterion, KingRange, Rules, Surface};

/// At most so many moves are listed in a sentence.
const LISTED: usize = 6;

/// A sentence about a move, whether it is legal or not, or about what the piece on a square may do.
pub fn explain(board: &AnyBoard, text: &str) -> String {
    if let Some(halves) = board.halves() {
        return halves::explain(board, &halves, text);
    }
    let numbering = board.rules().numbering;
    if let Some(bit) = read_square(text.trim(), board.game(), numbering) {
        return about(board, bit);
    }
    match parse_pdn(board, text) {
        Ok(m) => praise(board, m),
        Err(MoveError::Invalid(reason) | MoveError::Illegal(reason) | MoveError::Ambiguous(reason)) => reason,
    }
}

/// What the piece on a square may do, or why it may do nothing.
fn about(board: &AnyBoard, bit: u8) -> String {
    let (game, clauses, square) = (board.game(), board.rules().clauses, name(board.game(), bit));
    let Some(piece) = board.piece_at(bit) else {
        return format!("there is no piece on {square}");
    };
    if piece.color != board.turn() {
        return owned_by_other(board, piece, bit);
    }
    if let Some((end, winner)) = board.end() {
        return format!("the game is over: {} ({})", ended(end, winner), clauses.goal);
    }
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    let own: Vec<Move<u128>> = legal.iter().copied().filter(|m| m.from == bit).collect();
    let noun = piece.noun();
    if own.iter().any(Move::is_capture) {
        return format!(
            "the {noun} on {square} must capture: {} ({})",
            listed(board, &own),
            clauses.compulsory
        );
    }
    if !own.is_empty() {
        return format!("the {noun} on {square} can move: {}", listed(board, &own));
    }
    let why = if board.all_captures().iter().any(|m| m.from == bit) {
        format!(
            "{}: {} ({})",
            ladder(board.rules()),
            listed(board, &legal),
            clauses.precedence
        )
    } else if legal.iter().any(Move::is_capture) {
        format!(
            "capture is compulsory: {} ({})",
            listed(board, &legal),
            clauses.compulsory
        )
    } else if has_run_out(board, piece, bit) {
        run_out(board, bit)
    } else {
        format!(
            "every square that it could go to is occupied or off the {}×{} board",
            game.rules().files,
            game.rules().ranks
        )
    };
    format!("the {noun} on {square} cannot move: {why}")
}

fn owned_by_other(board: &AnyBoard, piece: Piece, bit: u8) -> String {
    let (noun, owner, mover) = (piece.noun(), piece.color.name(), board.turn().title());
    format!(
        "the {noun} on {} is {owner}, and {mover} is to move",
        name(board.game(), bit)
    )
}

/// Has the king used up the moves that it may make in succession?
fn has_run_out(board: &AnyBoard, piece: Piece, bit: u8) -> bool {
    let run = board.setup().runs[piece.color.index()];
    board
        .rules()
        .king_limit
        .is_some_and(|limit| run.moves >= limit && run.bit == bit)
}

fn run_out(board: &AnyBoard, bit: u8) -> String {
    let (limit, clause) = (
        board.rules().king_limit.unwrap_or_default(),
        board.rules().clauses.king_limit,
    );
    let king = name(board.game(), bit);
    format!("the king on {king} has made {limit} moves in succession: another piece must move first ({clause})")
}

pub(crate) fn praise(board: &AnyBoard, m: Move<u128>) -> String {
    let (rules, clauses) = (board.rules(), board.rules().clauses);
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    let text = write_pdn(board, m, false, None);
    let crowned = if m.promotes {
        format!("; the man becomes a king ({})", clauses.promotion)
    } else {
        String::new()
    };
    let others = board.all_captures().len() > legal.len();
    if legal.len() == 1 {
        let why = match (m.is_capture(), others) {
            (true, true) => format!("{} ({})", ladder(rules), clauses.precedence),
            (true, false) => format!("capture is compulsory ({})", clauses.compulsory),
            (false, _) => "no other move is legal".to_owned(),
        };
        return format!("{text} is forced: {why}{crowned}");
    }
    let count = m.captured.count();
    let what = match (m.is_capture(), others) {
        (true, true) => format!("takes {}: {} ({})", pieces(count), ladder(rules), clauses.precedence),
        (true, false) => format!(
            "takes {}; capture is compulsory ({})",
            pieces(count),
            clauses.compulsory
        ),
        (false, _) => "captures nothing, and nothing can be captured".to_owned(),
    };
    format!("{text} is legal: it {what}{crowned}")
}

fn pieces(count: u32) -> String {
    if count == 1 {
        "one piece".to_owned()
    } else {
        format!("{count} pieces")
    }
}

/// The ladder of precedence in words.
fn ladder(rules: &Rules) -> String {
    let words: Vec<&str> = rules
        .precedence
        .iter()
        .map(|criterion| match criterion {
            Criterion::Quantity => "the most pieces must be taken",
            Criterion::WithKing => "a king must capture rather than a man",
            Criterion::Kings => "the most kings must be taken",
            Criterion::KingsEarly => "a king must be taken as early as possible",
            Criterion::FrisianValue => "the highest value must be taken",
        })
        .collect();
    words.join(", then ")
}

/// Why the rules forbid what is written.
pub(crate) fn refusal(board: &AnyBoard, legal: &[Move<u128>], written: &Written, text: &str) -> String {
    format!("illegal move {}: {}", shown(text.trim()), reason(board, legal, written))
}

fn reason(board: &AnyBoard, legal: &[Move<u128>], written: &Written) -> String {
    let (game, clauses) = (board.game(), board.rules().clauses);
    let (from, to) = (written.squares[0], written.squares[written.squares.len() - 1]);
    let mover = board.turn();
    // 1. The piece itself.
    let Some(piece) = board.piece_at(from) else {
        return format!("there is no piece on {}", name(game, from));
    };
    if piece.color != mover {
        return owned_by_other(board, piece, from);
    }
    if let Some((end, winner)) = board.end() {
        return format!("the game is over: {} ({})", ended(end, winner), clauses.goal);
    }
    // 2. A capture that the jumps allow, but not all the way, or not by precedence.
    let captures = board.all_captures();
    if written.captures != Some(false) || captures.iter().any(|m| m.from == from && m.to == to) {
        if captures.iter().any(|m| m.from == from && m.to == to) {
            if legal.iter().any(|m| m.from == from && m.to == to) {
                let all = listed(
                    board,
                    &legal
                        .iter()
                        .copied()
                        .filter(|m| m.from == from && m.to == to)
                        .collect::<Vec<_>>(),
                );
                return format!("it goes another way: {all}");
            }
            return format!(
                "{}: {} ({})",
                ladder(board.rules()),
                listed(board, legal),
                clauses.precedence
            );
        }
        let unfinished: Vec<Move<u128>> = legal
            .iter()
            .copied()
            .filter(|&m| m.is_capture() && m.from == from && board.route_through_square(m, to))
            .collect();
        if !unfinished.is_empty() {
            return format!(
                "the capture is not finished: {} ({})",
                listed(board, &unfinished),
                clauses.continuation
            );
        }
    }
    // 3. Something must be captured.
    let can_capture = legal.iter().any(Move::is_capture);
    let quiets = board.all_quiets();
    if can_capture && (quiets.iter().any(|m| m.from == from && m.to == to) || written.captures == Some(false)) {
        return format!(
            "capture is compulsory: {} ({})",
            listed(board, legal),
            clauses.compulsory
        );
    }
    // 4. The piece does not move like that.
    let why = cannot(board, piece, from, to, written.captures == Some(true));
    if can_capture {
        format!(
            "{why}; capture is compulsory: {} ({})",
            listed(board, legal),
            clauses.compulsory
        )
    } else {
        why
    }
}

fn cannot(board: &AnyBoard, piece: Piece, from: u8, to: u8, captures: bool) -> String {
    let (game, rules, clauses) = (board.game(), board.rules(), board.rules().clauses);
    let (noun, origin, target) = (piece.noun(), name(game, from), name(game, to));
    if from == to {
        return format!("the {noun} on {origin} must leave its square");
    }
    if let Some(other) = board.piece_at(to) {
        return format!("{target} is occupied by a {} {}", other.color.name(), other.noun());
    }
    if captures {
        let (what, clause) = if piece.king {
            ("king", clauses.king_capture)
        } else {
            ("man", clauses.man_capture)
        };
        return format!("the {what} on {origin} cannot capture anything and land on {target} ({clause})");
    }
    if !piece.king {
        let geometry = board.geometry();
        let (rank_from, rank_to) = (geometry.rank_of[from as usize], geometry.rank_of[to as usize]);
        let is_backward = match piece.color {
            Color::White => rank_to < rank_from,
            Color::Black => rank_to > rank_from,
        };
        if is_backward {
            return format!("a man moves forward only ({})", clauses.man_move);
        }
        return format!(
            "a man on {origin} moves one step at a time, and not to {target} ({})",
            clauses.man_move
        );
    }
    if has_run_out(board, piece, from) {
        return run_out(board, from);
    }
    let reach = match rules.king_range {
        KingRange::Long => "along free diagonals, as far as it likes",
        KingRange::Short => "one step",
    };
    let reach = if rules.surface == Surface::All {
        "along free lines, as far as it likes"
    } else {
        reach
    };
    format!(
        "the king on {origin} moves {reach}, and cannot reach {target} ({})",
        clauses.king_move
    )
}

fn listed(board: &AnyBoard, moves: &[Move<u128>]) -> String {
    let mut texts: Vec<String> = moves
        .iter()
        .take(LISTED)
        .map(|&m| write_pdn(board, m, false, None))
        .collect();
    if moves.len() > LISTED {
        texts.push(format!("or {} more", moves.len() - LISTED));
    }
    texts.join(", ")
}

/// How a position ended the game.
pub(crate) fn ended(end: End, winner: Color) -> String {
    let (winner, loser) = (winner.title(), winner.opposite().title());
    match end {
        End::NoPieces => format!("{winner} wins, the side to move has no piece left"),
        End::NoMoves => format!("{winner} wins, the side to move cannot move"),
        End::FirstKing => format!("{winner} wins, having a king before {loser}"),
        End::Total => format!("{winner} wins, having more points from both games"),
    }
}
