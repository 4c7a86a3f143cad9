// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in the queue. Immutable.
 *
 * @param id id
 * @param name name of the run
 * @param state how it stands
 * @param place its place in the order, the smallest first; unique among those that wait
 * @param wanted what was asked for, without the text of the run file
 * @param requestedBy who asked
 * @param requestedAt when
 * @param progress what has become of it
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
     * What was asked for.
     *
     * @param path where the run file came from within the folder of run files; empty when from elsewhere
     * @param settings what replaces values of the file
     * @param notBefore earliest start
     * @param tags tags of the run
     * @param note note of the run
     */
    public record Wanted(
            String path, List<String> settings, @Nullable Instant notBefore, List<String> tags, String note) {
        public Wanted {
            settings = List.copyOf(settings);
            tags = List.copyOf(tags);
        }
    }

    /**
     * What has become of it.
     *
     * @param attempt number of its last start, 0 before the first; another start only follows one that came to nothing
     * @param startedAt when its process was last asked for
     * @param endedAt when it was over
     * @param runId id of its run
     * @param exitCode exit code of its process
     * @param message why it stands as it does, a sentence
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

    /** Its process is to be started. */
    QueueItem starting(Instant now) {
        return in(ItemState.STARTING, new Progress(progress.attempt + 1, now, null, null, null, null));
    }

    /** Its start came to nothing. */
    QueueItem waitingAgain(@Nullable String message) {
        return in(ItemState.WAITING, new Progress(progress.attempt, null, null, null, null, message));
    }

    /** Its run has a folder. */
    QueueItem running(String runId) {
        return in(
                state == ItemState.STOPPING ? state : ItemState.RUNNING,
                new Progress(progress.attempt, progress.startedAt, null, runId, null, progress.message));
    }

    /** It was asked to end. */
    QueueItem stopping(String message) {
        return in(
                ItemState.STOPPING,
                new Progress(progress.attempt, progress.startedAt, null, progress.runId, null, message));
    }

    /** It is over. */
    QueueItem over(ItemState end, Instant now, @Nullable Integer exitCode, @Nullable String message) {
        return in(end, new Progress(progress.attempt, progress.startedAt, now, progress.runId, exitCode, message));
    }

    /** It stands elsewhere in the order. */
    QueueItem at(long newPlace) {
        return new QueueItem(id, name, state, newPlace, wanted, requestedBy, requestedAt, progress);
    }

    /** It starts at another time. */
    QueueItem notBefore(@Nullable Instant instant) {
        Wanted changed = new Wanted(wanted.path, wanted.settings, instant, wanted.tags, wanted.note);
        return new QueueItem(id, name, state, place, changed, requestedBy, requestedAt, progress);
    }

    private QueueItem in(ItemState newState, Progress newProgress) {
        return new QueueItem(id, name, newState, place, wanted, requestedBy, requestedAt, newProgress);
    }

    /** Whether it may not start yet. */
    boolean isScheduled(Instant now) {
        Instant earliest = wanted.notBefore;
        return state == ItemState.WAITING && earliest != null && earliest.isAfter(now);
    }
}
