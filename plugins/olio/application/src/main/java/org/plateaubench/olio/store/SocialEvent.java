// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;

/**
 * An event.
 *
 * @param head its summary for lists
 * @param submitter user who posted it
 * @param scoreTotal sum of the ratings
 * @param votes number of the ratings
 * @param timeZone name of a zone
 * @param createdAt when it was posted
 */
public record SocialEvent(
        EventSummary head,
        String description,
        PersonLink submitter,
        Address address,
        int scoreTotal,
        int votes,
        String telephone,
        String timeZone,
        Instant createdAt) {}
