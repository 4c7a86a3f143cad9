// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.Queue;

/** Records the events of a connection. */
record RecordingWatcher(Queue<String> notices) implements BrokerConnection.Watcher {
    @Override
    public void onReconnected() {
        notices.add("back");
    }

    @Override
    public void onDisconnected() {
        notices.add("away");
    }

    @Override
    public void onRefused(String sentence) {
        notices.add(sentence);
    }

    @Override
    public void onAccessLost(String sentence) {
        notices.add(sentence);
    }
}
