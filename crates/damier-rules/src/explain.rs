//! Why a move is legal, forced or refused, in a sentence that names the clause.

use crate::any::AnyBoard;
use crate::bits::Bits;
use crate::fen::shown;
use crate::halves;
use crate::moves::Move;
use crate::notation::{Written, name, parse_pdn, read_square, write_pdn};
use crate::piece::{Color, Piece};
use crate::position::{End, Position};
use crate::rules::{Criterion, KingRange, Rules, Surface};
use crate::say;
use crate::saying::{Part, Saying};

/// At most so many moves are listed in a sentence.
const LISTED: usize = 6;

/// A sentence about a move, whether it is legal or not, or about what the piece on a square may do.
pub fn explain(board: &AnyBoard, text: &str) -> Saying {
    if let Some(halves) = board.halves() {
        return halves::explain(board, &halves, text);
    }
    let numbering = board.rules().numbering;
    if let Some(bit) = read_square(text.trim(), board.game(), numbering) {
        return about(board, bit);
    }
    match parse_pdn(board, text) {
        Ok(m) => praise(board, m),
        Err(error) => error.into_saying(),
    }
}

/// What the piece on a square may do, or why it may do nothing.
fn about(board: &AnyBoard, bit: u8) -> Saying {
    let (game, clauses, square) = (board.game(), board.rules().clauses, name(board.game(), bit));
    let Some(piece) = board.piece_at(bit) else {
        return say!("there is no piece on {square}", square = square);
    };
    if piece.color != board.turn() {
        return owned_by_other(board, piece, bit);
    }
    if let Some((end, winner)) = board.end() {
        return game_over(end, winner, clauses.goal);
    }
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    let own: Vec<Move<u128>> = legal.iter().copied().filter(|m| m.from == bit).collect();
    let piece_there = piece_on(piece, square);
    if own.iter().any(Move::is_capture) {
        return say!(
            "{piece} must capture: {moves} ({clause})",
            piece = piece_there,
            moves = listed(board, &own),
            clause = clauses.compulsory
        );
    }
    if !own.is_empty() {
        return say!(
            "{piece} can move: {moves}",
            piece = piece_there,
            moves = listed(board, &own)
        );
    }
    let why = if board.all_captures().iter().any(|m| m.from == bit) {
        outranked(board, &legal)
    } else if legal.iter().any(Move::is_capture) {
        compulsory(board, &legal)
    } else if has_run_out(board, piece, bit) {
        run_out(board, bit)
    } else {
        say!(
            "every square that it could go to is occupied or off the {files}×{ranks} board",
            files = game.rules().files,
            ranks = game.rules().ranks
        )
    };
    say!("{piece} cannot move: {why}", piece = piece_there, why = why)
}

/// What is said of a piece begins with it.
fn piece_on(piece: Piece, square: String) -> Saying {
    if piece.king {
        say!("the king on {square}", square = square)
    } else {
        say!("the man on {square}", square = square)
    }
}

/// A side, as what a sentence begins with.
pub(crate) fn side(color: Color) -> Saying {
    match color {
        Color::White => say!("White"),
        Color::Black => say!("Black"),
    }
}

fn owned_by_other(board: &AnyBoard, piece: Piece, bit: u8) -> Saying {
    let square = name(board.game(), bit);
    match (piece.color, piece.king) {
        (Color::White, false) => say!("the man on {square} is white, and Black is to move", square = square),
        (Color::White, true) => say!("the king on {square} is white, and Black is to move", square = square),
        (Color::Black, false) => say!("the man on {square} is black, and White is to move", square = square),
        (Color::Black, true) => say!("the king on {square} is black, and White is to move", square = square),
    }
}

fn game_over(end: End, winner: Color, clause: &'static str) -> Saying {
    say!(
        "the game is over: {reason} ({clause})",
        reason = ended(end, winner),
        clause = clause
    )
}

/// Other captures come first.
fn outranked(board: &AnyBoard, legal: &[Move<u128>]) -> Saying {
    say!(
        "{duty}: {moves} ({clause})",
        duty = ladder(board.rules()),
        moves = listed(board, legal),
        clause = board.rules().clauses.precedence
    )
}

fn compulsory(board: &AnyBoard, legal: &[Move<u128>]) -> Saying {
    say!(
        "capture is compulsory: {moves} ({clause})",
        moves = listed(board, legal),
        clause = board.rules().clauses.compulsory
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

fn run_out(board: &AnyBoard, bit: u8) -> Saying {
    let (limit, clause) = (
        board.rules().king_limit.unwrap_or_default(),
        board.rules().clauses.king_limit,
    );
    let king = name(board.game(), bit);
    say!(
        "the king on {square} has made {limit} moves in succession: another piece must move first ({clause})",
        square = king,
        limit = limit,
        clause = clause
    )
}

pub(crate) fn praise(board: &AnyBoard, m: Move<u128>) -> Saying {
    let said = judged(board, m);
    if m.promotes {
        let clause = board.rules().clauses.promotion;
        say!(
            "{said}; the man becomes a king ({clause})",
            said = said,
            clause = clause
        )
    } else {
        said
    }
}

fn judged(board: &AnyBoard, m: Move<u128>) -> Saying {
    let (rules, clauses) = (board.rules(), board.rules().clauses);
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    let text = write_pdn(board, m, false, None);
    let others = board.all_captures().len() > legal.len();
    if legal.len() == 1 {
        let why = match (m.is_capture(), others) {
            (true, true) => say!("{duty} ({clause})", duty = ladder(rules), clause = clauses.precedence),
            (true, false) => say!("capture is compulsory ({clause})", clause = clauses.compulsory),
            (false, _) => say!("no other move is legal"),
        };
        return say!("{move} is forced: {why}", move = text, why = why);
    }
    let taken = say!(
        m.captured.count();
        "{move} is legal: it takes one piece",
        "{move} is legal: it takes {count} pieces",
        move = text.clone()
    );
    match (m.is_capture(), others) {
        (true, true) => say!(
            "{said}: {duty} ({clause})",
            said = taken,
            duty = ladder(rules),
            clause = clauses.precedence
        ),
        (true, false) => say!(
            "{said}; capture is compulsory ({clause})",
            said = taken,
            clause = clauses.compulsory
        ),
        (false, _) => say!("{move} is legal: it captures nothing, and nothing can be captured", move = text),
    }
}

/// The ladder of precedence in words.
fn ladder(rules: &Rules) -> Saying {
    let words = rules.precedence.iter().map(|criterion| match criterion {
        Criterion::Quantity => say!("the most pieces must be taken"),
        Criterion::WithKing => say!("a king must capture rather than a man"),
        Criterion::Kings => say!("the most kings must be taken"),
        Criterion::KingsEarly => say!("a king must be taken as early as possible"),
        Criterion::FrisianValue => say!("the highest value must be taken"),
    });
    words
        .reduce(|first, next| say!("{first}, then {next}", first = first, next = next))
        .unwrap_or_else(|| say!("any capture may be made"))
}

/// Why the rules forbid what is written.
pub(crate) fn refusal(board: &AnyBoard, legal: &[Move<u128>], written: &Written, text: &str) -> Saying {
    say!(
        "illegal move {move}: {reason}",
        move = shown(text.trim()),
        reason = reason(board, legal, written)
    )
}

fn reason(board: &AnyBoard, legal: &[Move<u128>], written: &Written) -> Saying {
    let (game, clauses) = (board.game(), board.rules().clauses);
    let (from, to) = (written.squares[0], written.squares[written.squares.len() - 1]);
    let mover = board.turn();
    // 1. The piece itself.
    let Some(piece) = board.piece_at(from) else {
        return say!("there is no piece on {square}", square = name(game, from));
    };
    if piece.color != mover {
        return owned_by_other(board, piece, from);
    }
    if let Some((end, winner)) = board.end() {
        return game_over(end, winner, clauses.goal);
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
                return say!("it goes another way: {moves}", moves = all);
            }
            return outranked(board, legal);
        }
        let unfinished: Vec<Move<u128>> = legal
            .iter()
            .copied()
            .filter(|&m| m.is_capture() && m.from == from && board.route_through_square(m, to))
            .collect();
        if !unfinished.is_empty() {
            return say!(
                "the capture is not finished: {moves} ({clause})",
                moves = listed(board, &unfinished),
                clause = clauses.continuation
            );
        }
    }
    // 3. Something must be captured.
    let can_capture = legal.iter().any(Move::is_capture);
    let quiets = board.all_quiets();
    if can_capture && (quiets.iter().any(|m| m.from == from && m.to == to) || written.captures == Some(false)) {
        return compulsory(board, legal);
    }
    // 4. The piece does not move like that.
    let why = cannot(board, piece, from, to, written.captures == Some(true));
    if can_capture {
        say!("{said}; {reason}", said = why, reason = compulsory(board, legal))
    } else {
        why
    }
}

fn cannot(board: &AnyBoard, piece: Piece, from: u8, to: u8, captures: bool) -> Saying {
    let (game, rules, clauses) = (board.game(), board.rules(), board.rules().clauses);
    let (origin, target) = (name(game, from), name(game, to));
    if from == to {
        return say!("{piece} must leave its square", piece = piece_on(piece, origin));
    }
    if let Some(other) = board.piece_at(to) {
        return occupied(other, target);
    }
    if captures {
        let clause = if piece.king {
            clauses.king_capture
        } else {
            clauses.man_capture
        };
        return say!(
            "{piece} cannot capture anything and land on {target} ({clause})",
            piece = piece_on(piece, origin),
            target = target,
            clause = clause
        );
    }
    if !piece.king {
        let geometry = board.geometry();
        let (rank_from, rank_to) = (geometry.rank_of[from as usize], geometry.rank_of[to as usize]);
        let is_backward = match piece.color {
            Color::White => rank_to < rank_from,
            Color::Black => rank_to > rank_from,
        };
        if is_backward {
            return say!("a man moves forward only ({clause})", clause = clauses.man_move);
        }
        return say!(
            "a man on {square} moves one step at a time, and not to {target} ({clause})",
            square = origin,
            target = target,
            clause = clauses.man_move
        );
    }
    if has_run_out(board, piece, from) {
        return run_out(board, from);
    }
    let clause = clauses.king_move;
    match (rules.surface, rules.king_range) {
        (Surface::All, _) => say!(
            "the king on {square} moves along free lines, as far as it likes, and cannot reach {target} ({clause})",
            square = origin,
            target = target,
            clause = clause
        ),
        (_, KingRange::Long) => say!(
            "the king on {square} moves along free diagonals, as far as it likes, and cannot reach {target} ({clause})",
            square = origin,
            target = target,
            clause = clause
        ),
        (_, KingRange::Short) => say!(
            "the king on {square} moves one step, and cannot reach {target} ({clause})",
            square = origin,
            target = target,
            clause = clause
        ),
    }
}

fn occupied(other: Piece, square: String) -> Saying {
    match (other.color, other.king) {
        (Color::White, false) => say!("{square} is occupied by a white man", square = square),
        (Color::White, true) => say!("{square} is occupied by a white king", square = square),
        (Color::Black, false) => say!("{square} is occupied by a black man", square = square),
        (Color::Black, true) => say!("{square} is occupied by a black king", square = square),
    }
}

/// Moves one after the other: a text, and words only where there are more than are shown.
fn listed(board: &AnyBoard, moves: &[Move<u128>]) -> Part {
    let texts: Vec<String> = moves
        .iter()
        .take(LISTED)
        .map(|&m| write_pdn(board, m, false, None))
        .collect();
    let texts = texts.join(", ");
    if moves.len() <= LISTED {
        return texts.into();
    }
    say!("{moves}, or {count} more", moves = texts, count = moves.len() - LISTED).into()
}

/// How a position ended the game.
pub(crate) fn ended(end: End, winner: Color) -> Saying {
    let winner_said = side(winner);
    match (end, winner) {
        (End::NoPieces, _) => say!("{side} wins, the side to move has no piece left", side = winner_said),
        (End::NoMoves, _) => say!("{side} wins, the side to move cannot move", side = winner_said),
        (End::FirstKing, Color::White) => say!("White wins, having a king before Black"),
        (End::FirstKing, Color::Black) => say!("Black wins, having a king before White"),
        (End::Total, _) => say!("{side} wins, having more points from both games", side = winner_said),
    }
}
