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

    /** Something happened once. */
    void happened(DeliveryEvent event);
}
