// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;
import java.util.List;

/**
 * A new event of a user.
 *
 * @param submitter number of the person
 * @param tags names of tags; new tags are created
 */
public record NewEvent(
        int submitter,
        String title,
        String summary,
        String description,
        String telephone,
        String timeZone,
        Instant startsAt,
        Instant createdAt,
        Address address,
        List<String> tags) {
    public NewEvent {
        tags = List.copyOf(tags);
    }
}
