// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.Outcome;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyFolder.Current;
import org.plateaubench.app.study.StudyFolder.Ledger;
import org.plateaubench.app.study.StudyResult;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/**
 * The routes of trials, searches and studies, which read their folder. They are started in a shell or by the queue. Thread-safe.
 */
final class StudyRoutes implements Routes {
    /** Maximum number of sequences of a page. */
    private static final int MAX_SEQUENCES = 200;

    private static final int DEFAULT_SEQUENCES = 50;

    private final Path studies;
    private final InstantSource clock;

    /** Creates the routes for a folder of sequences, which need not exist. */
    StudyRoutes(Path studies, InstantSource clock) {
        this.studies = studies;
        this.clock = clock;
    }

    @Override
    public void addTo(RouteTable table) {
        table.get(RouteTable.API + "/studies", Role.VIEWER, this::list, "limit", "offset");
        table.get(RouteTable.API + "/studies/{id}", Role.VIEWER, this::study);
    }

    /** A sequence that cannot be read, with the reason. */
    private record Unreadable(String id, String problem) {}

    private record Page(int total, List<StudyDocument> studies, List<Unreadable> unreadable) {}

    private record Detail(StudyDocument study, StudyResult result) {}

    private void list(Context context) throws IOException {
        Query query = Query.of(context);
        int limit = query.number("limit", 1, MAX_SEQUENCES, DEFAULT_SEQUENCES);
        int offset = query.number("offset", 0, Integer.MAX_VALUE, 0);
        List<StudyFolder> all = StudyFolder.list(studies).reversed();
        List<StudyDocument> found = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        for (StudyFolder folder : all.stream().skip(offset).limit(limit).toList()) {
            try {
                found.add(StudyDocument.of(folder, clock.instant()));
            } catch (IOException e) {
                unreadable.add(new Unreadable(folder.id(), String.valueOf(e.getMessage())));
            }
        }
        context.json(new Page(all.size(), found, unreadable));
    }

    private void study(Context context) throws IOException {
        String id = context.pathParam("id");
        // The folder is found by comparing names of existing folders; the caller's name is not used as a path.
        StudyFolder folder = StudyFolder.list(studies).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("There is no study, search or series of trials with this id."));
        try {
            StudyDocument study = StudyDocument.of(folder, clock.instant());
            context.json(new Detail(study, study.result()));
        } catch (IOException e) {
            throw Problem.conflict(String.valueOf(e.getMessage()));
        }
    }

    /** A sequence of runs as lists show it, with its runs so far that have a folder. */
    private record StudyDocument(
            String id,

            @JsonUnwrapped @JsonIncludeProperties({"kind", "name", "description", "outcome", "message"})
            StudyResult result,

            boolean doubts,
            State state,
            int cells,
            Progress progress,
            List<TrialDocument> runs) {
        private enum State {
            RUNNING,
            /** The study was interrupted or its process has ended; {@code resume} continues it. */
            STOPPED,
            ENDED
        }

        /** {@code remaining} and {@code secondsLeft} are the greatest possible, without repetitions of invalid runs. */
        private record Progress(
                int ended,
                int remaining,
                @Nullable Current current,
                @Nullable Double secondsLeft) {}

        private record TrialDocument(String id, String cell, int trial) {}

        static StudyDocument of(StudyFolder folder, Instant now) throws IOException {
            // The state is read first, so that a sequence that ends in the meantime has its final results.
            boolean isRunning = folder.isRunning();
            StudyResult result = folder.result();
            Ledger ledger = folder.ledger();
            Current current = isRunning ? ledger.current() : null;
            boolean isUnfinished = result.outcome() == Outcome.RUNNING || result.outcome() == Outcome.INTERRUPTED;
            double running = current == null
                    ? 0
                    : Duration.between(Instant.parse(current.since()), now).toMillis() / 1e3;
            return new StudyDocument(
                    result.studyId(),
                    result,
                    result.isDoubtful(),
                    isRunning ? State.RUNNING : isUnfinished ? State.STOPPED : State.ENDED,
                    result.cells().size(),
                    new Progress(
                            ledger.ended().size(),
                            result.remaining(),
                            current,
                            isRunning ? secondsLeft(result, running) : null),
                    runs(result, current));
        }

        /** A run that exceeds its expected time does not reduce the remaining time of the other runs. */
        private static Double secondsLeft(StudyResult result, double runningSeconds) {
            double each = result.remainingSeconds() / Math.max(1, result.remaining());
            return result.remainingSeconds() - Math.min(runningSeconds, each);
        }

        private static List<TrialDocument> runs(StudyResult result, @Nullable Current current) {
            List<TrialDocument> runs = new ArrayList<>();
            result.cells()
                    .forEach(cell -> cell.trials().stream()
                            .filter(trial -> !trial.runId().isEmpty())
                            .forEach(trial -> runs.add(new TrialDocument(trial.runId(), cell.name(), trial.trial()))));
            if (current != null && !current.runId().isEmpty()) {
                runs.add(new TrialDocument(current.runId(), current.cell(), current.trial()));
            }
            return List.copyOf(runs);
        }
    }
}
