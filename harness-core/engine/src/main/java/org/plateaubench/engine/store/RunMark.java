// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Names;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.event.EventType;

/**
 * An event on the time axis that people or their scripts have reported during a run, such as a failover. It is a line
 * of {@code marks.ndjson}. Immutable.
 *
 * @param from its start, by the clock of the controller's host
 * @param to its end, not before the start
 */
public record RunMark(String kind, Instant from, Instant to) {
    public RunMark {
        Names.require(kind, "event");
        if (kind.length() > Names.MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    "the name of an event has at most " + Names.MAX_CHARACTERS + " characters");
        }
        if (to.isBefore(from)) {
            throw new IllegalArgumentException("an event cannot end before it starts");
        }
    }

    /** Adds it to a run in progress. It may be called by any process on the controller's host. */
    public void addTo(RunFolder run) throws IOException {
        boolean hasEnded = run.events().stream().anyMatch(event -> event.is(EventType.RUN_ENDED));
        if (hasEnded || run.state() != RunFolder.State.RUNNING) {
            throw new IOException("Run " + run.runId() + " has ended, and its events cannot be changed any more.");
        }
        Path file = run.file(StoredFile.MARKS);
        Files.write(
                file,
                (Documents.line(this) + "\n").getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    public static List<RunMark> of(Path folder) throws IOException {
        Path file = StoredFile.MARKS.in(folder);
        List<RunMark> marks = new ArrayList<>();
        Lines.read(file, line -> marks.add(Documents.read(line, RunMark.class)), new ArrayList<>());
        return marks;
    }
}
