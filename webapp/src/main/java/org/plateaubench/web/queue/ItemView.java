// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An item as the API shows it. */
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
        @Nullable Integer exitCode,
        @Nullable String message,
        List<String> tags,
        String note) {
    static ItemView of(QueueItem item, RunQueue.Shown queue) {
        QueueItem.Progress progress = item.progress();
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
                progress.runId(),
                progress.exitCode(),
                progress.message(),
                item.wanted().tags(),
                item.wanted().note());
    }
}
