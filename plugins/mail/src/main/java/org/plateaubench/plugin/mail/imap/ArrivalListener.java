// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** Receives notifications; called on the thread of the watch. */
@FunctionalInterface
public interface ArrivalListener {
    /**
     * A message arrived.
     *
     * @param token value of its {@code X-Plateau-Token}
     * @param toldNanos when the answer that announced it was read, on the clock of the watch
     */
    void arrived(String token, long toldNanos);

    /**
     * The watch is notified of all new mail from now on. Called once, and again only when the server has recreated the
     * inbox.
     *
     * @param nowNanos instant, on the clock of the watch
     */
    default void begins(long nowNanos) {}
}
