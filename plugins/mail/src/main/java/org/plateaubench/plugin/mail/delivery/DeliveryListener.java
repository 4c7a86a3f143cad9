// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

/** Receives the findings of the ledger; called by the threads that call the ledger, one at a time for a message. */
public interface DeliveryListener {
    /**
     * A message was delivered.
     *
     * @param acceptedNanos when the server had accepted it
     * @param notifiedNanos when its recipient was notified, never before
     */
    void delivered(long acceptedNanos, long notifiedNanos);

    /**
     * A watched recipient did not see a message, and the wait has ended.
     *
     * @param acceptedNanos when the server had accepted it
     * @param untilNanos when the wait ended, never before
     */
    void unseen(long acceptedNanos, long untilNanos);

    /** An event happened once. */
    void happened(DeliveryEvent event);
}
