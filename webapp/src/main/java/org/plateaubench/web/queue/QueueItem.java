// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run or a study in the queue. Immutable.
 *
 * @param place place of the item in the order, the smallest first; unique among waiting items
 */
public record QueueItem(
        String id,
        String name,
        ItemState state,
        long place,
        Wanted wanted,
        String requestedBy,
        Instant requestedAt,
        Progress progress) {

    /**
     * The request of the user.
     *
     * @param path path of the run file in the folder of run files; empty for another source
     * @param study the study, if several runs of that run file were requested as one; null for a single run
     */
    public record Wanted(
            String path,
            List<String> settings,
            @Nullable Instant notBefore,
            List<String> tags,
            String note,
            @Nullable Study study) {
        public Wanted {
            settings = List.copyOf(settings);
            tags = List.copyOf(tags);
        }
    }

    /**
     * Several runs that the user requested as one, which have a page among the studies.
     *
     * @param path path of the study file in the folder of run files; empty for the trials or the search that the run
     *     file itself specifies
     * @param scale one of the scales of the study file, empty for full size
     */
    public record Study(String path, String scale) {
        /** The trials or the search of a run file. */
        static final Study OF_RUN_FILE = new Study("", "");

        /** Returns whether it comes from a study file. */
        boolean hasFile() {
            return !path.isEmpty();
        }
    }

    /**
     * The state of its execution.
     *
     * @param attempt number of its last start, 0 before the first; a start is repeated only after it failed
     * @param runId id of its run, or of its study
     */
    public record Progress(
            int attempt,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String runId,
            @Nullable Integer exitCode,
            @Nullable String message) {
        static final Progress NONE = new Progress(0, null, null, null, null, null);
    }

    QueueItem starting(Instant now) {
        return withState(ItemState.STARTING, new Progress(progress.attempt + 1, now, null, null, null, null));
    }

    QueueItem waitingAgain(@Nullable String message) {
        return withState(ItemState.WAITING, new Progress(progress.attempt, null, null, null, null, message));
    }

    QueueItem withRun(String runId) {
        return withState(
                state == ItemState.STOPPING ? state : ItemState.RUNNING,
                new Progress(progress.attempt, progress.startedAt, null, runId, null, progress.message));
    }

    QueueItem stopping(String message) {
        return withState(
                ItemState.STOPPING,
                new Progress(progress.attempt, progress.startedAt, null, progress.runId, null, message));
    }

    QueueItem withEnd(ItemState end, Instant now, @Nullable Integer exitCode, @Nullable String message) {
        return withState(
                end, new Progress(progress.attempt, progress.startedAt, now, progress.runId, exitCode, message));
    }

    QueueItem at(long newPlace) {
        return new QueueItem(id, name, state, newPlace, wanted, requestedBy, requestedAt, progress);
    }

    QueueItem notBefore(@Nullable Instant instant) {
        Wanted changed = new Wanted(wanted.path, wanted.settings, instant, wanted.tags, wanted.note, wanted.study);
        return new QueueItem(id, name, state, place, changed, requestedBy, requestedAt, progress);
    }

    private QueueItem withState(ItemState newState, Progress newProgress) {
        return new QueueItem(id, name, newState, place, wanted, requestedBy, requestedAt, newProgress);
    }

    boolean isScheduled(Instant now) {
        Instant earliest = wanted.notBefore;
        return state == ItemState.WAITING && earliest != null && earliest.isAfter(now);
    }
}
