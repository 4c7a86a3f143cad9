// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

/** Takes what the ledger finds out; called by the threads that tell the ledger, one at a time for a message. */
public interface DeliveryListener {
    /**
     * A message was delivered.
     *
     * @param acceptedNanos when the server had accepted it
     * @param notifiedNanos when its recipient was notified, never before
     */
    void delivered(long acceptedNanos, long notifiedNanos);

    /**
     * A message was not seen by a recipient who watches, and nobody waits for that any longer.
     *
     * @param acceptedNanos when the server had accepted it
     * @param untilNanos when the wait was given up, never before
     */
    void unseen(long acceptedNanos, long untilNanos);

    /** Something happened once. */
    void happened(DeliveryEvent event);
}
