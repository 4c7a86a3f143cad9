// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

/** Events of deliveries that are counted in addition to the times. */
public enum DeliveryEvent {
    /** A recipient was notified of the same message again. */
    DUPLICATE,
    /** The notification came more than {@link DeliveryLedger#LATE_SECONDS} after the message was accepted. */
    LATE,
    /** The notification came before the server's confirmation of the message: its time counts as 0. */
    EARLY,
    /** A watched recipient had not seen a message when it was removed for newer ones. */
    FORGOTTEN,
    /** A recipient ended after waiting for {@link DeliveryLedger#MISSED_SECONDS} or more without a notification. */
    MISSED
}
