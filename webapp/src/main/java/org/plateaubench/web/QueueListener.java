// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import org.plateaubench.web.queue.QueueChanged;
import org.plateaubench.web.queue.QueueItem;
import org.plateaubench.web.runs.Runs;

/** Tells the other rooms what happens in the queue. Any thread. */
final class QueueListener implements QueueChanged {
    private final Runs runs;

    QueueListener(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void changed() {}

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
