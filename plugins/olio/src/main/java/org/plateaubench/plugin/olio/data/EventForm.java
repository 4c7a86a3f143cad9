// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.time.LocalDateTime;

/**
 * The form of a new event.
 *
 * @param title 15 to 20 characters
 * @param summary 50 to 90 characters
 * @param description 50 to 495 characters
 * @param telephone digits and dashes
 * @param timeZone name of a zone
 * @param startsAt today to 540 days from now, 7:00 to 21:45 at a quarter of an hour
 * @param address address of the event
 */
public record EventForm(
        String title,
        String summary,
        String description,
        String telephone,
        String timeZone,
        LocalDateTime startsAt,
        AddressForm address) {}
