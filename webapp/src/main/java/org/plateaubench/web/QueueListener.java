// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import org.plateaubench.web.live.Live;
import org.plateaubench.web.queue.QueueChanged;
import org.plateaubench.web.queue.QueueItem;
import org.plateaubench.web.runs.Runs;

/**
 * Reports to the other components what happens in the queue. Any thread.
 *
 * @param runs stores the user who started a run, and its tags and note
 * @param live notifies the viewers of the lists
 */
record QueueListener(Runs runs, Live live) implements QueueChanged {
    @Override
    public void changed() {
        live.queueChanged();
    }

    @Override
    public void begun(QueueItem item, String runId) {
        runs.begun(
                runId, item.requestedBy(), item.wanted().tags(), item.wanted().note());
    }
}
