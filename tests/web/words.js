/**
 * Run in a page: compares the words of a language with the English ones. Whatever a word depends on in English it must
 * depend on in every language; what it quotes must be quoted; nothing may be missing, superfluous or empty.
 */
async (language) => {
    const { english } = await import("/static/words.js");
    const { words } = await import(`/static/words/${language}.js`);
    const samples = {
        count: [2, 7], white: [20, 7], black: [20, 7], turn: ["Turn1", "Turn2"], side: ["white", "black"],
        winner: ["white", "black", null], plies: [4, 12], level: ["club", "master"], profile: ["usual", "official"],
        files: [8, 10], ranks: [8, 10], game: ["Game1", "Game2"], opponent: ["Ann", "Bob"], result: ["1-0", null],
        date: ["Date1", "Date2"], move: ["32-28", "33-29"], fen: ["W:W1", "W:W2"], limit: [50, 32],
        rule: ["repetition", "king_moves_25"], label: ["a1", "c3"], piece: ["w", "B", null], movable: [false, true],
        tower: ["wb", "wW", ""], depth: [9, 12], nps: [500000, 2500000], percent: [51, 76], value: ["+1", "-2"],
        moves: [3, 9], accuracy: [51, 76], mark: ["?", "??", "?!"], left: [3, 9], text: ["Text1", "Text2"],
        number: [3, 9], games: [30, 40], share: [0.5, 0.25], name: ["Name1", "Name2"], reason: ["Reason1", "Reason2"],
        time: ["0:01", "0:02"], squares: ["1, 2", ""], names: ["32-28", "33-29"], shown: [3, 9], isPart: [true, false],
        found: ["koi8-r", "ibm866"], line: [3, 9], ply: [4, null], path: ["Path1", "Path2"],
        quiet: [2, 7], positions: [1200, 56000], solutions: [0, 3], complete: [true, false], seconds: [12, 300, null],
        gain: [1, 3], end: ["End1", "End2"], description: ["Draw1", "Draw2"], after: ["After1", "After2"],
        clause: ["Clause1", "Clause2"], lesson: ["Lesson1", "Lesson2"], at: [1, 2], all: [5, 6], done: [1, 6],
        task: ["Task1", "Task2"], made: [{ promotes: true, captured: 3 }, { promotes: false, captured: 1 }], right: [1, 4],
        wrong: [0, 2], isBest: [true, false], row: [1, 2], column: [1, 2], said: ["c3", "d4"], wanted: ["e5", "f6"],
        pages: [1, 3], bytes: [5e5, 5e8, 2e9], pieces: [5, 6], have: [4, 0], table: ["Kvk", "Mvm", null],
    };
    const collection = { kinds: { Game1: 4 }, games: 4, faults: 0, done: true, cut: false, encoding: null, found_encoding: null };
    const special = {
        "analysis.line": [["+1", "-2"], ["32-28", "33-29"]],
        "analysis.tower": [["c3", "d4"], ["wb", "WB"]],
        "editor.solving.duals": [[["32-28"], ["33-29", "34-29"]]],
        "editor.solving.minor": [[["32-28"], ["33-29", "34-29"]]],
        "editor.solving.bounds": [[true, false], [2, 7], ["12", "20"]],
        "endings.move": [[1, -1, 0], [3, 9, null]],
        "endings.position": [["white", "black"], [1, -1, 0], [3, 9, null]],
        "learn.soFar": [[["32-28"], ["33-29", "34-29"]]],
        "learn.coordinates.wrong": [["c3", "d4"], ["e5", "f6"]],
        "status.games": [[
            [{ squares: "dark", outcome: null }], [{ squares: "light", outcome: null }],
            [{ squares: "dark", outcome: { winner: "white" } }],
        ]],
        "analysis.list.where": [[
            { game: 3, line: 4, ply: 4 }, { game: 5, line: 4, ply: 4 }, { game: 3, line: 6, ply: 4 },
            { game: 3, line: 4, ply: null }, { game: 3, line: 4, ply: 8 },
        ]],
        "analysis.list.facts": [
            [
                collection, { ...collection, kinds: { Game2: 4 } }, { ...collection, kinds: { Game1: 3, Game2: 1 } },
                { ...collection, games: 9 }, { ...collection, faults: 3 }, { ...collection, done: false },
                { ...collection, cut: true }, { ...collection, found_encoding: "koi8-r" },
            ],
            [2, 3], [true, false],
        ],
    };
    const ids = new Set(["newGame.profile", "engine"]); // what a word has a name for is not quoted
    const wrong = [];
    const valuesOf = (path, named) => {
        if (special[path]) return special[path];
        const inside = /^(?:async )?[\w$]*\s*\(([^)]*)\)|^(\w+)\s*=>/.exec(named.toString());
        const names = (inside[1] ?? inside[2]).replaceAll(/\s/g, "");
        const one = (name) => samples[name.replace(/=.*$/, "")] ?? (wrong.push(`${path}: no sample for ${name}`), [1, 2]);
        if (!names.startsWith("{")) return names === "" ? [] : names.split(",").map(one);
        const fields = names.slice(1, -1).split(",");
        const base = Object.fromEntries(fields.map((field) => [field, one(field)[0]]));
        return [[base, ...fields.flatMap((field) => one(field).slice(1).map((value) => ({ ...base, [field]: value })))]];
    };
    const compare = (path, original, translated) => {
        const values = valuesOf(path, original);
        const base = values.map(([first]) => first);
        values.forEach((list, at) => {
            for (const value of list) {
                const others = base.with(at, value);
                const [before, after] = [original(...base), original(...others)];
                const [said, changed] = [translated(...base), translated(...others)];
                if ((before === after) !== (said === changed)) wrong.push(`${path}: ${JSON.stringify(others)}: ${said} / ${changed}`);
                if (/undefined|NaN|\bnull\b|\[object/.test(changed)) wrong.push(`${path}: ${changed}`);
                if (typeof value === "string" && value.length > 3 && !ids.has(path) && after.includes(value) && !changed.includes(value))
                    wrong.push(`${path}: ${value} is missing in ${changed}`);
            }
        });
    };
    const walk = (path, original, translated) => {
        if (typeof original !== typeof translated) wrong.push(`${path}: ${typeof translated}`);
        else if (typeof original === "function") compare(path, original, translated);
        else if (Array.isArray(original)) {
            if (original.length !== translated.length) wrong.push(`${path}: ${translated.length} of ${original.length}`);
            else original.forEach((part, at) => walk(`${path}.${at}`, part, translated[at]));
        } else if (typeof original === "object") {
            for (const name of new Set([...Object.keys(original), ...Object.keys(translated)])) {
                if (!(name in original)) wrong.push(`${path}.${name}: superfluous`);
                else if (!(name in translated)) wrong.push(`${path}.${name}: missing`);
                else walk(path ? `${path}.${name}` : name, original[name], translated[name]);
            }
        } else if (original !== "" && translated.trim() === "") wrong.push(`${path}: empty`);
    };
    walk("", english, words);
    return wrong;
}
