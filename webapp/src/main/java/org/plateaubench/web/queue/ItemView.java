// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Conclusion;

/** An item as the API returns it. */
record ItemView(
        String id,
        String name,
        String state,
        @Nullable Integer position,
        @Nullable Instant notBefore,
        String requestedBy,
        Instant requestedAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String runId,
        boolean study,
        @Nullable String studyId,
        @Nullable Integer exitCode,
        @Nullable String message,
        @Nullable Badge conclusion,
        List<String> tags,
        String note) {
    /** The conclusion of its run, as pages show it. */
    record Badge(String tone, String sign, String word) {}

    static ItemView of(QueueItem item, RunQueue.Shown queue) {
        QueueItem.Progress progress = item.progress();
        boolean isStudy = item.wanted().study() != null;
        return new ItemView(
                item.id(),
                item.name(),
                item.isScheduled(queue.now()) ? "scheduled" : item.state().label(),
                queue.position(item),
                item.wanted().notBefore(),
                item.requestedBy(),
                item.requestedAt(),
                progress.startedAt(),
                progress.endedAt(),
                isStudy ? null : progress.runId(),
                isStudy,
                isStudy ? progress.runId() : null,
                progress.exitCode(),
                progress.message(),
                Optional.ofNullable(progress.message())
                        .filter(message -> item.state() == ItemState.DONE)
                        .flatMap(Conclusion::kindOf)
                        .map(kind -> new Badge(kind.tone(), kind.sign(), kind.word()))
                        .orElse(null),
                item.wanted().tags(),
                item.wanted().note());
    }
}
