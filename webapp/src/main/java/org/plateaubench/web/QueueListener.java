// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import org.plateaubench.web.live.Live;
import org.plateaubench.web.queue.QueueChanged;
import org.plateaubench.web.queue.QueueItem;
import org.plateaubench.web.runs.Runs;

/**
 * Tells the other rooms what happens in the queue. Any thread.
 *
 * @param runs keeps who started a run, and its tags and note
 * @param live tells those who watch the lists
 */
record QueueListener(Runs runs, Live live) implements QueueChanged {
    @Override
    public void changed() {
        live.queueChanged();
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
