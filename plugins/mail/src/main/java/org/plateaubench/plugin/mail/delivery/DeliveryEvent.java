// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.delivery;

/** What is counted of deliveries beside their times. */
public enum DeliveryEvent {
    /** A recipient was notified of the same message once more. */
    DUPLICATE("deliveryDuplicates"),
    /** The notification came more than {@link DeliveryLedger#LATE_SECONDS} after the message was accepted. */
    LATE("deliveryLate"),
    /** The notification came before the server's word that it has the message: its time counts as none. */
    EARLY("deliveryEarly"),
    /** A message was not seen by one of those who watch, and had to make room for newer ones. */
    FORGOTTEN("deliveryForgotten"),
    /** A recipient ended who had waited for {@link DeliveryLedger#MISSED_SECONDS} at least and was not notified. */
    MISSED("deliveryMissed");

    private final String title;

    DeliveryEvent(String title) {
        this.title = title;
    }

    /** The name of its counter. */
    public String title() {
        return title;
    }
}
