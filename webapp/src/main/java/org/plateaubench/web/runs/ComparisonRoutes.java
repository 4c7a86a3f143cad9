// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.app.runs.PastRuns;
import org.plateaubench.app.runs.PastRuns.SharedTrees;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.History;
import org.plateaubench.engine.report.comparison.History.PastRun;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFolders;

/** Compares runs that have ended, and returns the history of a name; one history is computed at a time. Thread-safe. */
final class ComparisonRoutes implements Routes {
    /** Maximum number of sets of a comparison: no page shows more columns. */
    private static final int MAX_SETS = 8;

    /** Maximum number of runs in all sets, which are judged one after the other. */
    private static final int MAX_RUNS = 24;

    private static final String RUN = "run";
    private static final String NAME = "name";
    private static final int MAX_CACHED = 16;

    private final RunFolders runs;
    private final JudgedRuns judged;
    private final Map<List<Key>, History> cache = JudgedRuns.lastUsed(MAX_CACHED);

    /** A run and the state of its result. */
    private record Key(String id, FileTime judged) {}

    ComparisonRoutes(RunFolders runs, JudgedRuns judged) {
        this.runs = runs;
        this.judged = judged;
    }

    @Override
    public void addTo(RouteTable table) {
        table.get(RouteTable.API + "/compare", Role.VIEWER, this::compare, RUN)
                .get(RouteTable.API + "/history", Role.VIEWER, this::history, NAME);
    }

    private void compare(Context context) {
        List<List<String>> sets = Query.of(context).texts(RUN).stream()
                .map(ids -> List.of(ids.split(",")))
                .toList();
        if (sets.size() < 2 || sets.size() > MAX_SETS) {
            throw wrong("Name 2 to " + MAX_SETS + " runs to compare, " + sets.size() + " are named.");
        }
        Set<String> all = new HashSet<>();
        if (sets.stream().flatMap(List::stream).anyMatch(id -> !all.add(id))) {
            throw wrong("Name each run once.");
        }
        if (all.size() > MAX_RUNS) {
            throw wrong("Name at most " + MAX_RUNS + " runs, " + all.size() + " are named.");
        }
        context.json(Comparison.of(sets.stream()
                .map(ids -> ids.stream().map(judged::judged).toList())
                .toList()));
    }

    private static Problem wrong(String message) {
        return Problem.wrongInput(message, Problem.Detail.of(RUN, message));
    }

    private void history(Context context) throws IOException {
        String name = Query.of(context)
                .text(NAME)
                .orElseThrow(() -> Problem.wrongInput(
                        "Name the runs whose history is requested.", Problem.Detail.of(NAME, "is missing")));
        List<RunFolder> folders = PastRuns.named(runs.all(), name);
        if (folders.isEmpty()) {
            throw Problem.notFound("No run of this name has ended.");
        }
        List<Key> key = new ArrayList<>();
        for (RunFolder folder : folders) {
            key.add(new Key(folder.runId(), judgedAt(folder)));
        }
        context.json(cached(name, key));
    }

    private static FileTime judgedAt(RunFolder folder) throws IOException {
        Path result = folder.file(StoredFile.RESULT);
        return Files.exists(result) ? Files.getLastModifiedTime(result) : FileTime.fromMillis(0);
    }

    private synchronized History cached(String name, List<Key> key) throws IOException {
        History history = cache.get(key);
        if (history == null) {
            history = History.of(name, read(key));
            cache.put(key, history);
        }
        return history;
    }

    /** A run that is deleted meanwhile is left out. */
    private List<PastRun> read(List<Key> keys) throws IOException {
        List<PastRun> past = new ArrayList<>();
        SharedTrees shared = new SharedTrees();
        for (Key key : keys) {
            try {
                past.add(PastRuns.read(runs.find(key.id()), shared));
            } catch (Problem problem) {
                if (problem.status() != 404) {
                    throw problem;
                }
            }
        }
        return past;
    }
}
