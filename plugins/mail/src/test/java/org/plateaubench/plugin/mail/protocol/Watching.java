// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

/** Runs watches as the harness runs them: in the background, on a virtual thread. */
final class Watching {
    private Watching() {}

    static Thread start(InboxWatch watch) {
        return Thread.ofVirtual().start(() -> {
            try {
                watch.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
