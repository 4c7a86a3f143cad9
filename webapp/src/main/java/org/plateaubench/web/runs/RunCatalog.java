// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.Lines;

/**
 * The index of runs, in memory. A cache file holds a copy of it, so that a start does not read every run again. Any
 * thread; only one writes at a time.
 */
final class RunCatalog {
    private static final System.Logger LOG = System.getLogger(RunCatalog.class.getName());
    private static final int MAX_TAGS = 1_000;
    /** Changed runs for which the cache file is written while the console runs; the next start reads fewer ones again. */
    private static final int MAX_UNSAVED = 500;

    private final Map<String, Row> rows = new ConcurrentHashMap<>();
    private final Path cache;
    private int unsaved;

    /** Creates an index with the content of a cache file; a missing one is empty, and lines that cannot be read are left out. */
    RunCatalog(Path cache) throws IOException {
        this.cache = cache;
        Lines.read(
                cache,
                line -> {
                    Row row = Documents.read(line, Row.class);
                    rows.put(row.run().id(), row);
                },
                new ArrayList<>());
    }

    /** A run in the catalog, with the times of the last changes of its folder and files, if settled. */
    record Row(String fingerprint, RunSummary run) {}

    /** One page of a list, with the number of matching runs on all pages. */
    record Page(long total, List<RunSummary> runs) {}

    Page list(RunQuery query) {
        List<RunSummary> found = rows.values().stream()
                .map(Row::run)
                .filter(query::matches)
                .sorted(query.order())
                .toList();
        return new Page(
                found.size(),
                found.stream().skip(query.offset()).limit(query.limit()).toList());
    }

    Optional<Row> find(String id) {
        return Optional.ofNullable(rows.get(id));
    }

    Collection<Row> all() {
        return rows.values();
    }

    /** A tag in use, with the number of its runs. */
    record Tag(String name, long runs) {}

    /** Returns every tag with the number of its runs, the most used first. */
    List<Tag> tags() {
        Map<String, Long> counts = rows.values().stream()
                .flatMap(row -> row.run().annotation().tags().stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_TAGS)
                .map(tag -> new Tag(tag.getKey(), tag.getValue()))
                .toList();
    }

    /** Adds a run, or replaces its row, and returns the row before. */
    Optional<Row> put(Row row) {
        unsaved++;
        return Optional.ofNullable(rows.put(row.run().id(), row));
    }

    /** Returns whether the two rows show the same to listeners. The progress of a run is not compared. */
    static boolean isShownEqual(RunSummary first, RunSummary second) {
        return shownValues(first).equals(shownValues(second));
    }

    private static List<@Nullable Object> shownValues(RunSummary run) {
        return Arrays.asList(
                run.name(),
                run.state(),
                run.verdict(),
                run.conclusion(),
                run.annotation(),
                run.headline(),
                run.reasons(),
                run.problems());
    }

    void remove(String id) {
        unsaved++;
        rows.remove(id);
    }

    /** Writes the cache file if many runs have changed. */
    void saveMany() {
        if (unsaved >= MAX_UNSAVED) {
            save();
        }
    }

    /** Writes the cache file if a run has changed. Without it, the next start takes longer. */
    void save() {
        if (unsaved == 0) {
            return;
        }
        Path unfinished = AtomicFile.temporary(cache);
        try {
            try (BufferedWriter writer = Files.newBufferedWriter(unfinished)) {
                for (Row row : rows.values()) {
                    writer.append(Documents.line(row)).append('\n');
                }
            }
            Files.move(unfinished, cache, StandardCopyOption.ATOMIC_MOVE);
            unsaved = 0;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The index of the runs cannot be stored in " + cache, e);
        }
    }
}
