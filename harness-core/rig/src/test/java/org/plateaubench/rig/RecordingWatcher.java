// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.Queue;

/** Records the events of a connection. */
record RecordingWatcher(Queue<String> told) implements BrokerConnection.Watcher {
    @Override
    public void reconnected() {
        told.add("back");
    }

    @Override
    public void isAway() {
        told.add("away");
    }

    @Override
    public void isRefused(String sentence) {
        told.add(sentence);
    }

    @Override
    public void isOver(String sentence) {
        told.add(sentence);
    }
}
