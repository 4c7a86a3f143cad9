// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

/** Events of deliveries that are counted beside the times. */
public enum DeliveryEvent {
    /** A recipient was notified of the same message again. */
    DUPLICATE("deliveryDuplicates"),
    /** The notification came more than {@link DeliveryLedger#LATE_SECONDS} after the message was accepted. */
    LATE("deliveryLate"),
    /** The notification came before the server's confirmation of the message: its time counts as 0. */
    EARLY("deliveryEarly"),
    /** A watched recipient had not seen a message when it was removed for newer ones. */
    FORGOTTEN("deliveryForgotten"),
    /** A recipient ended after waiting for {@link DeliveryLedger#MISSED_SECONDS} or more without a notification. */
    MISSED("deliveryMissed");

    private final String title;

    DeliveryEvent(String title) {
        this.title = title;
    }

    /** Returns the name of its counter. */
    public String title() {
        return title;
    }
}
