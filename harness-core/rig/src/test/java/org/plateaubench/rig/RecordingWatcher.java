// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.Queue;

/** Records the events of a connection. */
record RecordingWatcher(Queue<String> notices) implements BrokerConnection.Watcher {
    @Override
    public void reconnected() {
        notices.add("back");
    }

    @Override
    public void isAway() {
        notices.add("away");
    }

    @Override
    public void isRefused(String sentence) {
        notices.add(sentence);
    }

    @Override
    public void isOver(String sentence) {
        notices.add(sentence);
    }
}
