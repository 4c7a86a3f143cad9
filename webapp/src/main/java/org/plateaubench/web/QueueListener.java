// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import org.jspecify.annotations.Nullable;
import org.plateaubench.web.live.Live;
import org.plateaubench.web.queue.QueueChanged;
import org.plateaubench.web.queue.QueueItem;
import org.plateaubench.web.runs.Runs;

/** Tells the other rooms what happens in the queue. Any thread. */
final class QueueListener implements QueueChanged {
    private final Runs runs;
    private volatile @Nullable Live live;

    QueueListener(Runs runs) {
        this.runs = runs;
    }

    /** Who else is told of every change from now on. */
    void tell(Live listener) {
        live = listener;
    }

    @Override
    public void changed() {
        Live told = live;
        if (told != null) {
            told.queueChanged();
        }
    }

    @Override
    public void begun(QueueItem item) {
        String runId = item.progress().runId();
        if (runId != null) {
            runs.begun(
                    runId,
                    item.requestedBy(),
                    item.wanted().tags(),
                    item.wanted().note());
        }
    }
}
